import { describe, expect, it } from 'vitest'
import { byBytes, type Json, type Message } from 'daypack'
import type { Digest } from './digest.ts'
import { needsOf } from './needs.ts'
import { replay, type Strategy } from './replay.ts'
import { replaySession } from './session.ts'
import { userWords, wordKeeper } from './user-words.ts'

const said = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const called = (id: string, tool: string, input: Json, text = ''): Message => ({
  role: 'assistant',
  blocks: [...(text === '' ? [] : [{ type: 'text' as const, text }]), { type: 'tool-call', callId: id, tool, input }],
})
const answered = (id: string, tool: string, text: string, isError = false): Message => ({
  role: 'tool',
  blocks: [{ type: 'tool-result', callId: id, tool, content: { text }, isError }],
})
const ran = (id: string, command: string, output: string, isError = false): Message[] => [
  called(id, 'Bash', { command }),
  answered(id, 'Bash', output, isError),
]
const shown = (text: string): Digest => ({ blocks: [], tokens: 0, text })

describe('user words', () => {
  const messages = [
    said('<system-reminder>Use the todo list.</system-reminder>\nAdd a parser.\nNo dependencies, please.'),
    called('1', 'Bash', { command: 'ls' }),
    answered('1', 'Bash', 'a.ts'),
    said('Now the tests.'),
  ]

  it('are what the user said themselves, in lines', () => {
    expect(userWords(messages)).toEqual([
      { at: 0, text: 'Add a parser.' },
      { at: 0, text: 'No dependencies, please.' },
      { at: 3, text: 'Now the tests.' },
    ])
  })

  it('are kept where they are verbatim, as of the step', () => {
    const kept = wordKeeper(userWords(messages))
    expect(kept([shown('They asked: Add a parser.')], 1)).toEqual({
      said: 37,
      held: 13,
      hasLatest: true,
      latest: false,
    })
    expect(kept([shown('They asked: Add a parser.'), shown('Now the tests.')], 4)).toEqual({
      said: 51,
      held: 27,
      hasLatest: true,
      latest: true,
    })
  })
})

describe('early loss', () => {
  const edit = called('2', 'Edit', { file_path: 'a.ts', old_string: 'const answer = 42', new_string: '' })
  const read = [called('1', 'Read', { file_path: 'a.ts' }), answered('1', 'Read', 'const answer = 42\nother')]

  it('counts lines that a tool showed in the running turn', () => {
    expect(needsOf([said('Mend it.'), ...read, edit]).get(3)?.early).toEqual(['const answer = 42'])
    expect(needsOf([said('Mend it.'), ...read, said('Now.'), edit]).get(4)?.early).toEqual([])
    expect(needsOf([said('const answer = 42'), edit]).get(1)?.early).toEqual([])
  })

  it('counts lines shown at most 30 replies ago', () => {
    const between = (n: number) => Array.from({ length: n }, (_, nth) => ran(`b${nth}`, 'true', 'fine')).flat()
    expect(needsOf([said('Mend it.'), ...read, ...between(29), edit]).get(61)?.early).toHaveLength(1)
    expect(needsOf([said('Mend it.'), ...read, ...between(30), edit]).get(63)?.early).toHaveLength(0)
  })

  it('and all of it is summed up by a replay, with a judge of files if there is one', async () => {
    const messages = [said('Mend it.'), ...read, edit, answered('2', 'Edit', 'ok'), said('Thanks.'), ...read]
    const session = replaySession(
      { format: 'claude-code-jsonl', messages, times: [], usage: [], tools: ['Read', 'Edit'], compactions: [] },
      { name: 's', count: byBytes().count },
    )
    const last: Strategy = {
      name: 'last',
      open: () => ({
        step: ({ request }) => ({ request: { ...request, messages: [{ role: 'user', content: 'Mend it.' }] } }),
      }),
    }
    const figures = await replay(session, last, 1_000, { fileTruth: () => () => ({ lines: 4, right: 3 }) })
    expect(figures).toMatchObject({ steps: 3, early: 1, earlyLost: 1, requests: 3, requestsWhole: 2 })
    expect(figures).toMatchObject({ said: 31, saidHeld: 24, fileLines: 12, fileLinesTrue: 9 })
  })
})
