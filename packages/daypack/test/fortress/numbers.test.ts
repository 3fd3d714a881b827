import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { openaiChat } from '../../src/codecs/openai-chat/index.ts'
import { settingsOf } from '../../src/config.ts'
import { capCalls } from '../../src/model/call-caps.ts'
import { planRetention } from '../../src/log/retention.ts'
import { ABSTAIN_BELOW } from '../../src/memory/search/confidence.ts'
import { fenced } from '../../src/memory/trust/fence.ts'
import { snip } from '../../src/passes/snip.ts'
import { answer, openDesk, request, step } from '../../../daypack-testing/src/desk.ts'
import { byBytes } from '../../src/tokens/count.ts'
import { plain, user } from '../engine/say.ts'
import { world } from '../engine/world.ts'

const DAY = 86_400_000
const text = (word: string) => `${word} line\n`.repeat(100)

describe('F-50: snip looks at the lines that were read', () => {
  const read = (from: number, to: number | undefined, word: string) =>
    step({
      tool: 'read_file',
      input: { file_path: 'a.ts', start_line: from, ...(to !== undefined && { end_line: to }) },
      output: text(word),
    })
  const staleAfter = async (first: [number, number | undefined], second: [number, number | undefined]) => {
    const desk = openDesk({ window: 1_000_000 })
    await desk.say(request('go'), ...read(...first, 'one'), ...read(...second, 'two'), answer('done'), request('next'))
    const { edits } = await snip({ keep: 0 }).propose(desk.view, desk.context())
    return edits.length
  }
  test.each<[string, [number, number | undefined], [number, number | undefined], number]>([
    ['the same lines', [10, 20], [10, 20], 1],
    ['more lines around them', [10, 20], [9, 21], 1],
    ['one line less at the start', [10, 20], [11, 20], 0],
    ['one line less at the end', [10, 20], [10, 19], 0],
    ['other lines', [10, 20], [30, 40], 0],
    ['everything from there on', [10, 20], [10, undefined], 1],
    ['a part, after all of it', [10, undefined], [10, 20], 0],
  ])('read again: %s', async (_, first, second, stale) => {
    expect(await staleAfter(first, second)).toBe(stale)
  })
})

test('F-50: the caps of own model calls: 500 a day and 20 million tokens, and a day later they are free again', async () => {
  const clock = { now: 0 }
  const ask = { system: '', prompt: 'x', maxTokens: 1 }
  let calls = 0
  const model = capCalls(async () => (calls++, 'ok'), {}, { now: () => clock.now, count: () => 1 })
  for (let count = 0; count < 500; count++) await model(ask)
  await expect(model(ask)).rejects.toThrow('500 calls')
  clock.now = DAY - 1
  await expect(model(ask)).rejects.toThrow('500 calls')
  clock.now = DAY
  await model(ask)
  expect(calls).toBe(501)
  const dear = capCalls(async () => 'ok', {}, { now: () => 0, count: () => 5_000_000 })
  await dear(ask)
  await dear(ask)
  await expect(dear(ask)).rejects.toThrow('20000000 tokens')
})

test('F-50: an overflow without a figure makes the window a fifth smaller, one with a figure that small', async () => {
  const { session } = await world({ window: 10_000, tuning: { maxOutput: 100 } })
  await session.prepare(plain, { messages: [user('a')] })
  expect(await session.overflow(new Error('prompt is too long'))).toBe(true)
  expect(session.view.marks.get('window')?.data).toEqual({ tokens: 8_000 })
  await session.overflow(new Error('context length exceeded: maximum context length is 6,000 tokens'))
  expect(session.view.marks.get('window')?.data).toEqual({ tokens: 6_000 })
  await session.overflow(new Error('context length exceeded: maximum context length is 9,000 tokens'))
  expect(session.view.marks.get('window')?.data).toEqual({ tokens: 6_000 })
})

test('F-50: decoding remembers old messages as objects, and looks at the newest four again', () => {
  const wires = Array.from({ length: 8 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `message ${at}`,
  }))
  const decode = () => openaiChat.decode({ model: 'm', messages: wires }).messages
  const [first, second] = [decode(), decode()]
  expect(first.map((message, at) => message === second[at])).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  ;(wires[0] as { content: string }).content = 'changed'
  ;(wires[7] as { content: string }).content = 'changed too'
  const third = decode()
  expect([third[0]?.blocks[0], third[7]?.blocks[0]]).toMatchObject([{ text: 'changed' }, { text: 'changed too' }])
})

test('F-50: Anthropic gets results before text in the message that answers calls', () => {
  const like = { model: 'm', max_tokens: 9, messages: [], tools: [{ name: 't', input_schema: { type: 'object' } }] }
  const { messages } = anthropic.encode(
    {
      messages: [
        { role: 'user', blocks: [{ type: 'text', text: 'go' }] },
        { role: 'assistant', blocks: [{ type: 'tool-call', callId: 'a', tool: 't', input: {} }] },
        {
          role: 'tool',
          blocks: [
            { type: 'text', text: 'wait' },
            { type: 'tool-result', callId: 'a', tool: 't', content: { text: 'out' } },
          ],
        },
      ],
    },
    like,
  ) as unknown as { messages: { content: { type: string }[] }[] }
  expect(messages.at(-1)?.content.map(({ type }) => type)).toEqual(['tool_result', 'text'])
})

test('F-50: the nonce of a fence depends on key, salt and text, and is never in the text', () => {
  const piece = { citation: 'MEMORY.md#L1', text: 'tea', by: 'user' }
  const nonce = (key: number, salt: string, said = 'tea') =>
    /id="([0-9a-f]{16})"/.exec(fenced([{ ...piece, text: said }], Buffer.alloc(32, key), salt))?.[1] ?? ''
  const first = nonce(1, 's')
  expect(first).toHaveLength(16)
  expect(nonce(1, 's')).toBe(first)
  expect(new Set([first, nonce(2, 's'), nonce(1, 't'), nonce(1, 's', 'coffee')]).size).toBe(4)
  const inside = fenced([{ ...piece, text: `tea ${first}` }], Buffer.alloc(32, 1), 's')
  const [, own = ''] = /^<recalled-notes id="([0-9a-f]{16})">/.exec(inside) ?? []
  expect(inside.split(own)).toHaveLength(3)
})

test('F-50: retention: five days by default, a day of grace at least, whatever is asked', async () => {
  const blob = { ref: 'a'.repeat(64), bytes: 10, lines: 1, at: 0 }
  const none = { live: new Set<string>() }
  const at = (now: number, marks = new Map<string, number>(), policy = {}) =>
    planRetention([blob], marks, none, policy, now)
  expect(at(5 * DAY - 1).mark).toEqual([])
  expect(at(5 * DAY).mark).toEqual([blob.ref])
  const marked = new Map([[blob.ref, 5 * DAY]])
  expect(at(6 * DAY - 1, marked, { graceMs: 0 }).drop).toEqual([])
  expect(at(6 * DAY, marked, { graceMs: 0 }).drop).toHaveLength(1)
  expect((await settingsOf({ dir: 'x' })).retention).toEqual({ maxAgeMs: 30 * 86_400_000 })
})

test('F-50: below 0.15 an answer abstains', () => {
  expect(ABSTAIN_BELOW).toBe(0.15)
})

/** Defaults as the docs' own tables give them, against what the code has. */
describe('F-50: numbers in the docs', () => {
  const root = path.join(import.meta.dirname, '../../../..')
  const docs = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8')
  const row = (page: string, option: string): string =>
    new RegExp(`^\\| \`${option}\`[^|]*\\| ([^|]*)\\|`, 'm').exec(docs(page))?.[1]?.trim() ?? `${page} has no ${option}`

  test('every pass page names a default for every option, and the pages of passes exist', () => {
    const pages = readdirSync(path.join(root, 'docs', 'passes')).filter((name) => name !== 'README.md')
    expect(pages.length).toBeGreaterThanOrEqual(8)
  })

  test.each([
    ['passes/snip.md', 'keep', 3],
    ['passes/snip.md', 'searches', 3],
  ])('%s: %s is %s', (page, option, value) => {
    expect(row(page, option)).toContain(String(value))
    expect(snip.toString()).toContain(`${option} = ${value}`)
  })

  test('the options of a pack', async () => {
    const settings = await settingsOf({ dir: 'x' })
    expect([settings.window, settings.maxBytes, settings.inlineMaxBytes, settings.cacheTtlMs]).toEqual([
      200_000, 30_000_000, 8_192, 300_000,
    ])
    expect(byBytes().count('abcd')).toBe(1)
  })
})
