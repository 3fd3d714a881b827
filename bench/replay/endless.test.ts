import { expect, test } from 'vitest'
import { replay } from '../../lab/src/measure/replay.ts'
import { replaySession } from '../../lab/src/measure/session.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { presets } from './strategies.ts'
import { openingTalk } from './endless/chain.ts'
import { DECISIONS, says, standing } from './endless/decisions.ts'
import { textOf } from './endless/measured.ts'

const WORKS = 60
const count = (text: string) => Math.ceil(text.length / 4)

/** A piece of work of its own: a wish, a long file that is read, an edit of it, and what came of it. */
function work(nth: number): Message[] {
  const path = `/repo/src/part-${nth}.ts`
  const lines = Array.from(
    { length: 220 },
    (_, at) => `export const value${nth}x${at} = compute(${nth * at}, 'part ${at}')`,
  )
  const call = (tool: string, input: Record<string, string>, text: string): Message[] => {
    const callId = `${tool}-${nth}`
    return [
      { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
      { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
    ]
  }
  return [
    { role: 'user', blocks: [{ type: 'text', text: `Part ${nth} must double its seventh value; the others stay.` }] },
    ...call('Read', { file_path: path }, lines.map((line, at) => `${at + 1}\t${line}`).join('\n')),
    ...call(
      'Edit',
      { file_path: path, old_string: String(lines[7]), new_string: `${lines[7]} * 2` },
      'The file was updated.',
    ),
    { role: 'assistant', blocks: [{ type: 'text', text: `Part ${nth} doubles value${nth}x7 now.` }] },
  ]
}

test('what the user settled in the first hour stands after many epochs, and the last edit with it', async () => {
  const messages = [...openingTalk(), ...Array.from({ length: WORKS }, (_, nth) => work(nth)).flat()]
  const session = replaySession(
    {
      format: 'claude-code',
      messages,
      times: messages.map(() => undefined),
      usage: [],
      tools: [],
      compactions: [],
    } as never,
    { name: 'endless', count },
  )
  let [view, size] = ['', 0]
  const after: number[] = []
  const [daypack] = presets()
  const figures = await replay(session, daypack as NonNullable<typeof daypack>, 32_000, {
    onStep({ request, tokens }) {
      view = textOf(request)
      if (tokens < size * 0.9) after.push(tokens)
      size = tokens
    },
  })
  expect(after.length).toBeGreaterThanOrEqual(10)
  // A hand-over grows until its room is full, here by the tenth epoch.
  expect(Math.max(...after.slice(-3))).toBeLessThan(1.05 * Math.max(...after.slice(7, 10)))
  expect(standing.rules.filter((rule) => !view.includes(rule))).toEqual([])
  expect(DECISIONS.filter(({ keys }) => !says(view, keys)).map(({ keys }) => keys.join(' + '))).toEqual([])
  expect(says(view, [`value${WORKS - 1}x7 =`, '* 2'])).toBe(true)
  expect(figures.overflows).toBe(0)
})
