import type { Entry } from 'daypack'
import { entryProblem } from 'daypack/internal'
import { filesDriver } from 'daypack/drivers'

const START = Date.UTC(2026, 4, 4, 9)
const STEP_MS = 15_000
const LINE =
  'export function total(items: readonly Item[]): number { return items.reduce((sum, item) => sum + item.price, 0) }\n'

export type LongOptions = {
  readonly messages: number
  /** Messages between two epochs that fold everything; none: nothing is ever folded. */
  readonly epochEvery?: number
}

/** A log of this many messages, as an agent with bills and epochs leaves it; written in few writes. */
export async function longSession(
  dir: string,
  id: string,
  { messages, epochEvery = Infinity }: LongOptions,
): Promise<void> {
  const entries: Entry[] = []
  let at = START
  let view = 0
  let cached = 0
  let since = 0
  let count = 0
  const push = (entry: object) => {
    const made = { seq: entries.length + 1, at, ...entry } as Entry
    const problem = entryProblem(made)
    if (problem !== undefined) throw new Error(`Entry ${made.seq}: ${problem}`)
    entries.push(made)
    return made.seq
  }
  const message = (role: string, block: object, text: string) => {
    const size = { tokens: Math.ceil(text.length / 4), bytes: Buffer.byteLength(text) }
    view += size.tokens + 4
    count++
    since++
    const hash = String(entries.length).padStart(64, '0')
    return push({ kind: 'message', message: { role, blocks: [block] }, hash, sizes: [size], counter: 'test' })
  }
  for (let done = 0; done < messages; done = count) {
    at += STEP_MS
    if (count % 40 === 0) {
      const text = `Please look at part ${count} of the shop and mend what is wrong there.`
      message('user', { type: 'text', text }, text)
    }
    if (since > epochEvery) {
      const to = entries.length
      const text = `[Hand-over: messages 1-${to}] The shop was mended up to part ${count}.\n${LINE.repeat(20)}`
      const size = { tokens: Math.ceil(text.length / 4), bytes: text.length }
      const edits = [{ op: 'fold', from: 1, to, summary: { text, by: 'extractive' }, ...size }]
      push({
        kind: 'edits',
        by: 'compact',
        why: `${since} of ${since} items folded`,
        edits,
        saved: view - size.tokens,
        epoch: to + 1,
      })
      push({
        kind: 'mark',
        name: 'epoch',
        data: { tide: 'pressure', why: 'above the high-water mark', before: view, after: size.tokens },
      })
      view = size.tokens
      cached = 0
      since = 0
    }
    const head = entries.length
    const prompt = view
    const callId = `call-${count}`
    const path = `src/part-${count}.ts`
    message('assistant', { type: 'tool-call', callId, tool: 'read_file', input: { path } }, path)
    const bill = { input: 0, cacheRead: cached, cacheWrite: prompt - cached, output: 60, model: 'claude-sonnet-4-5' }
    push({ kind: 'usage', usage: { ...bill, head, counted: { tokens: prompt + 900, bytes: prompt * 4 } } })
    cached = prompt
    const text = `// needle-${count}\n${LINE.repeat(4 + (count % 17))}`
    message('tool', { type: 'tool-result', callId, tool: 'read_file', content: { text } }, text)
  }
  const driver = await filesDriver({ dir, now: () => at })
  for (let from = 0; from < entries.length; from += 5_000)
    await driver.log.append(id, entries.slice(from, from + 5_000), { expect: from })
  await driver.close()
}
