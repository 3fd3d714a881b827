/** Time per prepare() at 100, 1,000 and 10,000 messages, with one turn of new messages each time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs/anthropic'

type Request = Parameters<typeof anthropic.decode>[0]
const TURNS = Number(process.env['TURNS'] ?? 40)
const SIZES = (process.env['SIZES'] ?? '100,1000,10000').split(',').map(Number)

const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ')
const text = (seed: number, length: number) => {
  let out = ''
  for (let n = seed; out.length < length; n++) out += `${words[(n * 7919) % words.length]} ${n % 97} `
  return out.slice(0, length)
}

/** A tool loop: a request, then calls and results, in the caller's own growing array. */
function grow(messages: object[], upTo: number): void {
  if (messages.length === 0) messages.push({ role: 'user', content: text(1, 400) })
  while (messages.length < upTo) {
    const id = `toolu_${messages.length}`
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: text(messages.length, 120) },
        { type: 'tool_use', id, name: 'read_file', input: { file_path: `src/${messages.length}.ts` } },
      ],
    })
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: text(messages.length, 1_500) }],
    })
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function measure(
  size: number,
): Promise<{ size: number; open: number; total: number; codec: number; ours: number; kbPerMessage: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'daypack-bench-'))
  let codecMs = 0
  const timed =
    <A extends unknown[], T>(work: (...args: A) => T) =>
    (...args: A) => {
      const start = performance.now()
      const result = work(...args)
      codecMs += performance.now() - start
      return result
    }
  const codec = {
    ...anthropic,
    decode: timed((from: Request) => anthropic.decode(from)),
    encode: timed((...made: Parameters<typeof anthropic.encode>) => anthropic.encode(...made)),
  }
  const messages: object[] = []
  const request = (): Request => ({
    model: 'm',
    max_tokens: 1_000,
    system: 'You are helpful.',
    tools: [{ name: 'read_file' }],
    messages: [...messages],
  })
  const before = process.memoryUsage().heapUsed
  const pack = await createDaypack({ dir, window: 100_000_000 })
  const session = await pack.session('bench')
  grow(messages, size)
  await session.prepare(codec, request())
  const kbPerMessage = (process.memoryUsage().heapUsed - before) / size / 1024
  const totals: number[] = []
  const codecs: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    grow(messages, messages.length + 2)
    const next = request()
    codecMs = 0
    const start = performance.now()
    await session.prepare(codec, next)
    totals.push(performance.now() - start)
    codecs.push(codecMs)
  }
  await pack.close()
  const again = await createDaypack({ dir, window: 100_000_000 })
  const start = performance.now()
  await again.session('bench')
  const open = performance.now() - start
  await again.close()
  await rm(dir, { recursive: true })
  const total = median(totals)
  return {
    size,
    open,
    total,
    codec: median(codecs),
    ours: median(totals.map((value, index) => value - (codecs[index] ?? 0))),
    kbPerMessage,
  }
}

const rows: Awaited<ReturnType<typeof measure>>[] = []
await measure(50)
for (const size of SIZES) rows.push(await measure(size))
console.log('messages | prepare ms | codec ms | ours ms | cold open ms | heap KB/message')
for (const row of rows)
  console.log(
    [
      row.size,
      row.total.toFixed(2),
      row.codec.toFixed(2),
      row.ours.toFixed(2),
      row.open.toFixed(0),
      row.kbPerMessage.toFixed(1),
    ].join(' | '),
  )
const at = (size: number) => rows.find((row) => row.size === size)
const small = at(1_000)
const large = at(10_000)
if (small && large)
  console.log(`10,000 against 1,000 messages, without the codec: ${(large.ours / small.ours).toFixed(2)} ×`)
