import type { Entry } from 'daypack'
import { expect, test } from 'vitest'
import { conversation, opened, START, work } from '../../test/inspect/conversation.ts'
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
