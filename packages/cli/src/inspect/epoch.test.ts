import type { Entry } from 'daypack'
import { expect, test } from 'vitest'
import { conversation, messageEntry, opened, SMALL, START, text, work } from '../../test/inspect/conversation.ts'
import { epochView } from './epoch.ts'

test('an epoch: its edits with what they save, what changed, and what went', async () => {
  const { batches, changes, loss, ...epoch } = (await epochView(work, 1, 8_000)) ?? {}
  expect(epoch).toEqual({
    number: 1,
    seq: 8,
    at: START + 7 * 60_000,
    saved: 2800,
    edits: 1,
    why: 'the window was filling up',
    isUndone: false,
    request: 2,
    before: 3270,
    after: 432,
    currency: 'dollars',
    undoneBy: [],
  })
  expect(batches).toEqual([
    {
      seq: 8,
      by: 'compact',
      why: 'hand-over written without a model; it pays',
      saved: 2800,
      active: true,
      edits: [
        {
          batch: 8,
          by: 'compact',
          op: 'fold',
          target: '1–3',
          what: '[Hand-over: of 3 messages] [1] user: fix the parser [2–3] read src/parser.ts - no number here',
          before: 3112,
          after: 300,
          // 2,812 tokens less, read from the cache at $0.30 for a million.
          money: 0.0008436,
        },
      ],
    },
  ])
  expect(
    changes?.rows.map(({ sign, id, label, before, after }) => `${sign}${id} ${label}: ${before} → ${after}`),
  ).toEqual([
    '+fold-1 hand-over: 0 → 304',
    '-1 user: 1004 → 0',
    '-2 assistant: 104 → 0',
    '-3 tool Read: 2004 → 0',
    '~4 assistant reasoning: 54 → 24',
  ])
  expect([changes?.was, changes?.head, changes?.same, loss?.requests]).toEqual([7, 8, 0, [2]])
  expect(loss?.text).toContain('3 messages left the view')
})

test('a second hand-over takes the place of the first; what it says whole is kept, what it shortens is changed', async () => {
  const say = (seq: number, role: string, said: string) => messageEntry(seq, role, [text(said)], [SMALL])
  const fold = (to: number, said: string) =>
    ({ op: 'fold', from: 1, to, summary: { text: said, by: 'x' }, tokens: 5, bytes: 20 }) as const
  const crop = (tokens: number, note: string) =>
    ({ op: 'crop', block: '4.0', keep: [], note: { text: note }, tokens, bytes: 4 }) as const
  const edits = (seq: number, ...list: readonly object[]) =>
    ({ seq, at: START + seq, kind: 'edits', by: 'x', why: 'y', edits: list, saved: 9, epoch: seq }) as unknown as Entry
  const log = opened([
    say(1, 'user', 'Please fix the parser of this project'),
    say(2, 'assistant', 'ok'),
    say(3, 'user', 'And the docs of this project'),
    say(4, 'assistant', 'a long answer'),
    say(5, 'user', 'Thanks.'),
    edits(6, fold(2, '[1] USER: Please fix the parser of this project')),
    say(7, 'assistant', 'Fine.'),
    edits(8, fold(3, '[1] USER: Please fix the parser of this project'), crop(2, '')),
    edits(9, crop(1, 'cut')),
  ])
  const told = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const epoch = await epochView(log, number, 1_000)
      const rows = epoch?.changes.rows.map(
        ({ sign, id, label, before, after, where, preview }) =>
          `${sign}${id} ${label}: ${before} → ${after} ${where ?? ''} ${preview}`,
      )
      const made = epoch?.batches.flatMap((batch) =>
        batch.edits.map(({ op, target, what, before, after }) => `${op} ${target} ${what}: ${before} → ${after}`),
      )
      return { rows, made, same: epoch?.changes.same, loss: epoch?.loss.requests, edits: epoch?.edits }
    }),
  )
  expect(told).toEqual([
    {
      rows: [
        '+fold-1 hand-over: 0 → 9  [1] USER: Please fix the parser of this project',
        '~1 user: 14 → 0 kept Please fix the parser of this project',
        '-2 assistant: 14 → 0  ok',
      ],
      made: ['fold 1–2 [1] USER: Please fix the parser of this project: 28 → 5'],
      same: 3,
      loss: [],
      edits: 1,
    },
    {
      rows: [
        '~fold-1 hand-over: 9 → 9  [1] USER: Please fix the parser of this project',
        '-3 user: 14 → 0  And the docs of this project',
        '~4 assistant: 14 → 6  a long answer',
      ],
      made: ['fold 1–3 [1] USER: Please fix the parser of this project: 23 → 5', 'crop 4.0 left out: 10 → 2'],
      same: 2,
      loss: [3],
      edits: 2,
    },
    { rows: ['~4 assistant: 6 → 5  a long answer'], made: ['crop 4.0 cut: 2 → 1'], same: 3, loss: [], edits: 1 },
  ])
})

test('an epoch that was taken back names the batch that did it; one that is not there is nothing', async () => {
  const revert = { seq: 18, at: START, kind: 'edits', by: 'undo', why: '', edits: [{ op: 'revert', seq: 8 }], saved: 0 }
  const undone = await epochView(opened([...conversation(), revert as Entry]), 1, 8_000)
  expect([undone?.isUndone, undone?.undoneBy, undone?.batches.map(({ active }) => active)]).toEqual([
    true,
    [18],
    [false],
  ])
  expect(await epochView(work, 2, 8_000)).toBeUndefined()
})
