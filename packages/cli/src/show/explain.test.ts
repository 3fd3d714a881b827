// What /explain and `daypack explain` say of a session.
import { expect, test } from 'vitest'
import type { Entry, Explanation } from 'daypack'
import { explainLines } from './explain.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const shown = { messages: 4, folds: 0, cropped: 0, tokens: 100 }
const plain = { messages: 9, shown, epochs: [], fresh: { batches: 0, saved: 0 } } as unknown as Explanation
const batch = (seq: number, more: object = {}) => ({ seq, by: 'compact', why: 'it pays', edits: 1, saved: 50, ...more })
const epoch = (seq: number, more: object = {}) => ({ at: NOON, isUndone: false, batches: [batch(seq)], ...more })
/** An epoch that came when a window of 100 was filled. */
const data = { why: 'over the mark', tide: 'pressure', before: 90, usable: 100 }
const entries = [{ seq: 7, at: NOON, kind: 'mark', name: 'epoch', data }] as unknown as Entry[]
const lines = (change: object, of: readonly Entry[] = []) => explainLines({ ...plain, ...change }, 100, of)

test('what is in the log and what of it is sent', () => {
  expect(lines({})).toEqual([
    '9 messages in the log. Sent to the model: 4 messages; 100 tokens.',
    'No epoch yet: everything is shown as it came.',
  ])
  expect(lines({ messages: 1, shown: { messages: 1, folds: 1, cropped: 1, tokens: 7 } })[0]).toBe(
    '1 message in the log. Sent to the model: 1 message, 1 hand-over, 1 shortened part; 7 tokens.',
  )
  expect(lines({ shown: { ...shown, folds: 2, cropped: 3 } })[0]).toContain('2 hand-overs, 3 shortened parts;')
})

test('what was shortened before it was first sent', () => {
  const fresh = (batches: number) => lines({ fresh: { batches, saved: 12 } })[1]
  expect([fresh(1), fresh(2)]).toEqual([
    'Shortened before they were first sent, once: 12 tokens saved.',
    'Shortened before they were first sent, 2 times: 12 tokens saved.',
  ])
})

test('each epoch with its number, its batches, and whether it was taken back', () => {
  const two = [epoch(6), epoch(8, { isUndone: true, batches: [batch(8, { edits: 2, saved: 1 }), batch(9)] })]
  expect(lines({ epochs: two }).slice(1)).toEqual([
    'Epoch 1 at 2026-01-05T12:00:00.000Z:',
    '  batch 6, compact: it pays (1 edit, 50 tokens saved)',
    'Epoch 2 at 2026-01-05T12:00:00.000Z; undone:',
    '  batch 8, compact: it pays (2 edits, 1 token saved)',
    '  batch 9, compact: it pays (1 edit, 50 tokens saved)',
  ])
})

test('the last request: nothing moved, or an epoch and why; and what passes left alone', () => {
  const last = (change: object, epochs: object[] = []) =>
    lines({ epochs, last: { tide: 'none', why: 'it fits', skipped: [], ...change } }, entries)
  expect(last({}).at(-1)).toBe('The last request: nothing already sent was changed; it fits.')
  expect(last({ tide: 'pressure', why: 'asked for; over the mark' }, [epoch(6)]).slice(-3)).toEqual([
    'Epoch 1 at 2026-01-05T12:00:00.000Z, because the window was filling up:',
    '  batch 6, compact: it pays (1 edit, 50 tokens saved)',
    'The last request: an epoch, because the window was filling up; over the mark.',
  ])
  expect(last({}, [epoch(6)]).at(-1)).toBe('The last request: nothing already sent was changed; it fits.')
  expect(last({ tide: 'pressure' }, [epoch(9)]).at(-1)).toBe(
    'The last request: nothing already sent was changed; it fits.',
  )
  expect(last({ skipped: [{ by: 'trim', why: 'saves nothing' }] }).at(-1)).toBe('  left alone by trim: saves nothing')
})
