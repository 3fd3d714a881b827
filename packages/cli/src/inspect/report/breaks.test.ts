// Where less came from the cache than the request before had left there, and whose doing it was.
import { expect, test } from 'vitest'
import { breaksOf } from './cost.ts'
import type { RequestRow, Timeline } from './timeline.ts'

const MINUTE = 60_000
const row = (at: number, read: number, write: number, more: Partial<RequestRow> = {}) =>
  ({
    head: at + 1,
    at: at * MINUTE,
    model: 'claude-sonnet-4-5',
    usage: { input: 0, cacheRead: read, cacheWrite: write, output: 1 },
    isBilled: true,
    total: read + write,
    same: 1e9,
    ...more,
  }) as unknown as RequestRow
const causes = (rows: RequestRow[], batches: object[] = []) =>
  breaksOf({ rows, view: { batches }, entries: [] } as unknown as Timeline).map(
    ({ request, expected, read, cause }) => [request, expected, read, cause],
  )
const DROPPED = 'the provider dropped its entry, although nothing sent changed'

test('none where all of it was read, nearly all of it, or nothing worth caching', () => {
  expect(causes([row(0, 0, 5_000), row(1, 5_000, 100), row(2, 5_100, 0)])).toEqual([])
  expect(causes([row(0, 0, 2_000), row(1, 1_900, 100)])).toEqual([])
  expect(causes([row(0, 0, 1_023), row(1, 0, 1_100)])).toEqual([])
  expect(causes([row(0, 0, 1_024), row(1, 0, 1_100)])).toHaveLength(1)
  expect(causes([row(0, 0, 9_000)])).toEqual([])
})

test('nobody’s fault but the provider’s, the caller’s, another model’s, or that of time', () => {
  const after = (more: Partial<RequestRow>, at = 1) => causes([row(0, 1_000, 4_000), row(at, 0, 5_100, more)])[0]
  expect(after({})).toEqual([1, 5_000, 0, DROPPED])
  expect(after({ same: 4_749 })?.[3]).toBe('the caller changed what it had sent before')
  expect(after({ same: 4_750 })?.[3]).toBe(DROPPED)
  expect(after({ model: 'other' })?.[3]).toBe('the model changed from claude-sonnet-4-5 to other')
  expect(after({ model: '' })?.[3]).toBe('the model changed from claude-sonnet-4-5 to ?')
  expect(after({}, 6)?.[3]).toBe('6 minutes without a request; the cache lives 5 minutes')
  expect(after({}, 5)?.[3]).toBe(DROPPED)
})

test('an epoch by its pass and its reason, where one came between the two', () => {
  const rows = [row(0, 0, 5_000), row(1, 0, 900)]
  const batch = { seq: 2, epoch: 2, by: 'compact', why: 'told by the model' }
  expect(causes(rows, [batch])[0]?.[3]).toBe('epoch: compact, hand-over written by the model')
  expect(causes(rows, [{ ...batch, epoch: undefined }])[0]?.[3]).toBe(DROPPED)
  for (const seq of [1, 3]) expect(causes(rows, [{ ...batch, seq }])[0]?.[3]).toBe(DROPPED)
})

test('without a bill what was sent is what should have been there', () => {
  expect(causes([row(0, 0, 0, { total: 4_000 }), row(1, 100, 0, { isBilled: false })])).toEqual([
    [1, 4_000, 100, DROPPED],
  ])
})
