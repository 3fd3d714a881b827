import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Strategy } from '../../lab/src/measure/replay.ts'
import type { ReplaySession } from '../../lab/src/measure/session.ts'
import type { Transcript } from '../../lab/src/transcripts/transcript.ts'
import type { Point } from './formats.ts'
import { notesIn } from './notes.ts'
import { joined } from './recordings.ts'
import { isStandIn, wantedAt } from './strategies.ts'
import { textOfRequest } from '../../lab/src/exam/text.ts'

const talk = (word: string): Transcript => ({
  format: 'openai-tau',
  messages: [
    { role: 'user', blocks: [{ type: 'text', text: word }] },
    { role: 'assistant', blocks: [{ type: 'tool-call', callId: 'c1', tool: 'look', input: { word } }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId: 'c1', tool: 'look', content: { text: `${word}!` } }] },
  ],
  times: [],
  usage: [],
  tools: ['look'],
  compactions: [],
})

test('joined conversations keep their calls apart and say where each begins', () => {
  const shift = joined([talk('one'), talk('two')])
  expect(textOfRequest({ tools: shift.tools, messages: shift.messages, from: 1 })).toBe(`━━━━ tools ━━━━
look

━━━━ user [1] ━━━━
(Conversation 1 begins.)
one

━━━━ assistant [2] ━━━━
{"call":"look","input":{"word":"one"}}

━━━━ tool [3] ━━━━
(result of look)
one!

━━━━ user [4] ━━━━
(Conversation 2 begins.)
two

━━━━ assistant [5] ━━━━
{"call":"look","input":{"word":"two"}}

━━━━ tool [6] ━━━━
(result of look)
two!
`)
  const ids = shift.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('callId' in block ? [block.callId] : [])),
  )
  expect(ids).toEqual(['0-c1', '0-c1', '1-c1', '1-c1'])
  expect(joined([talk('one')])).toEqual(talk('one'))
})

test('a strategy is named with its window, or is written at all windows of the point', () => {
  const point = { windows: [16_000, 32_000] } as Point
  const strategy = { name: 'x' } as Strategy
  const all = new Map(['daypack', 'observation-masking'].map((name) => [name, strategy]))
  const ids = (names: string[]) => wantedAt(names, point, all).map(({ id, window }) => `${id} ${window}`)
  expect(ids(['daypack-64k'])).toEqual(['daypack-64k 64000'])
  expect(ids(['daypack'])).toEqual(['daypack-16k 16000', 'daypack-32k 32000'])
  expect(ids(['observation-masking'])).toEqual(['observation-masking 16000'])
  expect(() => ids(['pi-64k'])).toThrow('There is no strategy "pi" here; there are daypack, observation-masking.')
  expect(['daypack-64k', 'observation-masking', 'codex-like-64k', 'daypack-model-64k'].map(isStandIn)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a note is asked for by file, and found there the next time; a model writes it at once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-notes-'))
  const ask = { system: 'Write a note.', prompt: 'All of it.', maxTokens: 100 }
  const session = { name: 'p' } as ReplaySession
  const byHand = notesIn(folder)
  await expect(async () => byHand.summarizer(session, 7, ask)).rejects.toThrow('There is no note yet')
  const [file = ''] = byHand.unwritten()
  expect(readFileSync(file.replace('.note.', '.ask.'), 'utf8')).toContain('All of it.')
  expect(byHand.unwritten()).toEqual([])
  writeFileSync(file, 'The note.')
  expect(await byHand.summarizer(session, 7, ask)).toBe('The note.')
  const byModel = notesIn(folder, async ({ prompt }) => `About: ${prompt}`)
  expect(await byModel.summarizer(session, 9, ask)).toBe('About: All of it.')
  expect(await byHand.summarizer(session, 9, ask)).toBe('About: All of it.')
})
