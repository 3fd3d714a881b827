import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { createDaypack } from '../../src/daypack.ts'

/** Bytes on disk for each byte that came in, after so many turns, and by folder at the end. */
export type SmallTurns = {
  readonly looks: readonly number[]
  readonly by: Readonly<Record<string, number>>
  /** Bytes of heap a message adds beyond its text after two fifths of the turns, what the caller itself holds of it included. */
  readonly heapAMessage: number
  /** The heap at the end over the heap after two fifths of the turns, both without the text that came in. */
  readonly heapRatio: number
}

/** One session of questions and answers of half a kilobyte in all, billed, a minute apart. */
export async function smallTurns(turns: number, lookEvery: number): Promise<SmallTurns> {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-small-'))
  let now = Date.UTC(2026, 0, 5, 9)
  const pack = await createDaypack({ dir, window: 32_000, memory: false, tuning: { now: () => now } })
  const session = await pack.session('one')
  const messages: unknown[] = []
  const looks: number[] = []
  // What is loaded, compiled and remembered once has settled by then.
  const settled = Math.ceil((2 * turns) / 5)
  let payload = 0
  let early = { heap: 0, payload: 0 }
  for (let turn = 0; turn < turns; turn++) {
    now += 60_000
    const asked = { role: 'user' as const, content: `request ${words(turn, 30, 1)}` }
    const content = [{ type: 'text' as const, text: words(turn, 60, 2) }]
    messages.push(asked)
    await session.prepare(anthropic, { model: 'claude-sonnet-4-5', max_tokens: 100, messages })
    const usage = { input_tokens: 100, output_tokens: 100, cache_read_input_tokens: 1_000 }
    await session.record(anthropic, { role: 'assistant', model: 'claude-sonnet-4-5', content, usage } as never)
    messages.push({ role: 'assistant', content })
    payload += Buffer.byteLength(JSON.stringify(asked)) + Buffer.byteLength(JSON.stringify(content))
    if (turn + 1 === settled) early = { heap: heapUsed(), payload }
    if ((turn + 1) % lookEvery === 0) looks.push(+(sizeOf(dir) / payload).toFixed(2))
  }
  const [before, after] = [early.heap - early.payload, heapUsed() - payload]
  const heapAMessage = Math.round((after - before) / (2 * (turns - settled)))
  await pack.close()
  const by = Object.fromEntries(readdirSync(dir).map((name) => [name, sizeOf(path.join(dir, name)) / payload]))
  rmSync(dir, { recursive: true })
  return { looks, by, heapAMessage, heapRatio: after / before }
}

export function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

function words(turn: number, count: number, salt: number): string {
  return Array.from({ length: count }, (_, at) => `w${(turn * 31 + at * 7 + salt) % 9973}`).join(' ')
}

export function sizeOf(file: string): number {
  const stat = statSync(file)
  if (stat.isFile()) return stat.size
  return readdirSync(file).reduce((total, name) => total + sizeOf(path.join(file, name)), 0)
}
