// Time and memory of a turn at growing sizes:
//   node --conditions=daypack-source bench/engine/engine.ts        (SIZES=100,1000,10000 TURNS=40)
// Times are CPU milliseconds, medians over the turns: a busy machine changes them less than the clock's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDaypack } from '../../packages/daypack/src/daypack.ts'
import { anthropic } from '../../packages/daypack/src/codecs/anthropic/index.ts'
import { growWire } from './conversation.ts'

type Request = Parameters<typeof anthropic.decode>[0]
const TURNS = Number(process.env['TURNS'] ?? 40)
const SIZES = (process.env['SIZES'] ?? '100,1000,10000').split(',').map(Number)
/** So large that nothing is ever folded: what is measured is the turn, not the epoch. */
const WINDOW = 100_000_000

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

await measure(50)
const rows: Awaited<ReturnType<typeof measure>>[] = []
for (const size of SIZES) {
  console.error(`${size} messages`)
  rows.push(await measure(size))
}
table(
  [
    'messages',
    'prepare() ms',
    'of it the codec',
    'first sync ms',
    'cold open ms',
    'append() ms, durable',
    'heap KB a message, beside the caller’s own',
  ],
  rows.map((row) => [
    row.size,
    row.prepare.toFixed(2),
    row.codec.toFixed(2),
    row.sync.toFixed(0),
    row.open.toFixed(0),
    row.append.toFixed(2),
    row.kbPerMessage.toFixed(1),
  ]),
)
const [last, before] = [rows.at(-1), rows.at(-2)]
if (last && before)
  console.log(
    `${last.size} against ${before.size} messages: prepare() ${(last.prepare / before.prepare).toFixed(2)} ×, without the codec ${((last.prepare - last.codec) / (before.prepare - before.codec)).toFixed(2)} ×`,
  )

async function measure(size: number) {
  const dir = await mkdtemp(join(tmpdir(), 'daypack-bench-'))
  let codecMs = 0
  const timed =
    <A extends unknown[], T>(work: (...args: A) => T) =>
    (...args: A) => {
      const start = cpu()
      const result = work(...args)
      codecMs += cpu() - start
      return result
    }
  const codec = {
    ...anthropic,
    decode: timed((from: Request) => anthropic.decode(from)),
    encode: timed((...made: Parameters<typeof anthropic.encode>) => anthropic.encode(...made)),
  }
  const messages = growWire([], size)
  const request = (): Request => ({
    model: 'm',
    max_tokens: 1_000,
    system: 'You are helpful.',
    tools: [{ name: 'read_file' }],
    messages: [...messages],
  })
  gc()
  const heap = process.memoryUsage().heapUsed
  const pack = await createDaypack({ dir, window: WINDOW })
  const session = await pack.session('bench')
  const synced = cpu()
  await session.prepare(codec, request())
  const sync = cpu() - synced
  gc()
  const kbPerMessage = (process.memoryUsage().heapUsed - heap) / size / 1024
  const codecs: number[] = []
  const prepare = await median(async () => {
    growWire(messages, messages.length + 2)
    codecMs = 0
    await session.prepare(codec, request())
    codecs.push(codecMs)
  }, TURNS)
  const appender = await pack.session('append')
  const append = await median(
    (turn) => appender.append({ role: 'user', blocks: [{ type: 'text', text: `note ${turn}` }] }),
    TURNS,
  )
  await pack.close()
  const again = await createDaypack({ dir, window: WINDOW })
  const opened = cpu()
  await again.session('bench')
  const open = cpu() - opened
  await again.close()
  await rm(dir, { recursive: true })
  return { size, prepare, codec: middle(codecs), sync, open, append, kbPerMessage }
}

/** CPU milliseconds of this process so far. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function median(work: (turn: number) => unknown, times: number): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const start = cpu()
    await work(turn)
    taken.push(cpu() - start)
  }
  return middle(taken)
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

function table(head: readonly string[], body: readonly (readonly (string | number)[])[]): void {
  for (const line of [head, ...body]) console.log(line.join(' | '))
}
