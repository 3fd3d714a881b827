// One conversation, written by hand, as the inspector's answers are asked about it.
import { project, type Entry, type Message } from 'daypack'
import type { OpenSession } from '../../src/inspect/reader.ts'
import { timeline } from '../../src/inspect/report/timeline.ts'

export const MODEL = 'claude-sonnet-4-5'
export const START = Date.UTC(2026, 0, 5, 9)
const SUMMARY = '[Hand-over: of 3 messages]\n[1] user: fix the parser\n[2–3] read src/parser.ts\n- no number here'

export const text = (said: string) => ({ type: 'text' as const, text: said })
export const call = (callId: string, tool: string, input: object) => ({ type: 'tool-call', callId, tool, input })
export const result = (callId: string, tool: string, said: string, more: object = {}) => ({
  type: 'tool-result',
  callId,
  tool,
  content: { text: said },
  ...more,
})

/** Two tasks: the first is folded, all but its last answer; the long result of the second is shortened before it is sent. */
export function conversation(): Entry[] {
  const entries: Entry[] = []
  const push = (entry: object) =>
    void entries.push({ seq: entries.length + 1, at: START + entries.length * 60_000, ...entry } as Entry)
  const say = (role: Message['role'], blocks: readonly object[], sizes: readonly number[], more: object = {}) =>
    push({
      kind: 'message',
      message: { role, blocks },
      hash: String(entries.length).padStart(64, '0'),
      sizes: sizes.map((tokens) => ({ tokens, bytes: tokens * 4 })),
      counter: 'test',
      ...more,
    })
  const bill = (cacheRead: number, cacheWrite: number, counted: number) =>
    push({
      kind: 'usage',
      usage: {
        input: 0,
        cacheRead,
        cacheWrite,
        output: 20,
        model: MODEL,
        head: entries.length - 1,
        counted: { tokens: counted, bytes: 0 },
      },
    })
  say('system', [text('You are careful.')], [100], { replaces: 0 })
  say('user', [text('Fix the parser.\nIt fails on src/parser.ts.')], [1_000])
  say('assistant', [text('Looking.'), call('a', 'Read', { file_path: 'src/parser.ts' })], [20, 80])
  bill(0, 1_600, 1_600)
  say('tool', [result('a', 'Read', 'export const parser = 1\nneedle one\nneedle two\n')], [2_000])
  say(
    'assistant',
    [{ type: 'opaque', purpose: 'reasoning', wire: { thinking: 'The parser is fine.' } }, text('Fixed the parser.')],
    [30, 20],
  )
  bill(1_600, 2_100, 3_700)
  push({
    kind: 'edits',
    by: 'compact',
    why: 'told without a model; it pays',
    edits: [{ op: 'fold', from: 2, to: 5, summary: { text: SUMMARY, by: 'rules' }, tokens: 300, bytes: 1_200 }],
    saved: 2_800,
    epoch: 8,
  })
  push({ kind: 'mark', name: 'epoch', data: { why: 'it pays', tide: 'pressure', before: 3_600, usable: 4_000 } })
  say(
    'user',
    [
      text('Now run the tests.'),
      { type: 'media', mediaType: 'image/png', width: 8, height: 4, content: { text: 'abcd' } },
    ],
    [50, 10],
  )
  say('assistant', [call('b', 'Bash', { command: 'npm test', timeout: 5 })], [60])
  bill(0, 1_010, 1_010)
  say(
    'tool',
    [result('b', 'Bash', `failed\n${'line of the output\n'.repeat(400)}needle at the end`, { isError: true })],
    [3_000],
  )
  push({
    kind: 'edits',
    by: 'trim',
    why: 'larger than its share',
    edits: [
      {
        op: 'crop',
        block: '13.0',
        keep: [{ from: 0, to: 7 }],
        note: { text: '[the rest is left out]' },
        tokens: 40,
        bytes: 160,
      },
    ],
    saved: 2_960,
  })
  say('assistant', [text('Two tests fail.')], [15])
  bill(1_010, 100, 1_110)
  say('user', [text('Thanks.')], [5])
  return entries
}

/** One message of a log of your own. */
export function messageEntry(seq: number, role: string, blocks: readonly object[], sizes: readonly object[]): Entry {
  const message = { role, blocks }
  const entry = { kind: 'message', message, hash: JSON.stringify(blocks), sizes, counter: 'test' }
  return { seq, at: START + seq, ...entry } as Entry
}
export const SMALL = { tokens: 10, bytes: 40 }

export function opened(entries: readonly Entry[]): OpenSession {
  const line = timeline()
  line.take(entries)
  return {
    ...line.now(),
    id: 'work',
    viewAt: (head) => project(entries.filter(({ seq }) => seq <= head)),
    read: async (content, span) => ('text' in content ? content.text.slice(span?.from ?? 0, span?.to) : '[gone]'),
  }
}
export const work = opened(conversation())
