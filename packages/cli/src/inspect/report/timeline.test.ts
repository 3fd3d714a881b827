import { expect, test } from 'vitest'
import type { Entry } from 'daypack'
import { breaksOf, costView } from './cost.ts'
import { epochsOf } from '../epoch.ts'
import { timeline } from './timeline.ts'

const MODEL = 'claude-sonnet-4-5'
const MINUTE = 60_000

/** A log written by hand, a line at a time. */
function log() {
  const entries: Entry[] = []
  let at = 0
  const push = (entry: object) => entries.push({ seq: entries.length + 1, at, ...entry } as Entry)
  return {
    entries,
    wait: (ms: number) => void (at += ms),
    say(role: 'user' | 'assistant', tokens: number, more: object = {}) {
      const hash = String(entries.length).padStart(64, '0')
      const blocks = [{ type: 'text', text: `message ${entries.length}` }]
      const sizes = [{ tokens, bytes: tokens * 4 }]
      push({ kind: 'message', message: { role, blocks }, hash, sizes, counter: 'test', ...more })
    },
    bill(read: number, write: number, model = MODEL) {
      const head = entries.length - 1
      const counted = { tokens: read + write, bytes: 0 }
      push({ kind: 'usage', usage: { input: 0, cacheRead: read, cacheWrite: write, output: 10, model, head, counted } })
    },
    fold(to: number, tokens: number, saved: number) {
      const edits = [{ op: 'fold', from: 1, to, summary: { text: 'what was', by: 'x' }, tokens, bytes: 40 }]
      push({ kind: 'edits', by: 'compact', why: 'it pays', edits, saved, epoch: entries.length + 1 })
    },
    revert(seq: number) {
      push({ kind: 'edits', by: 'undo', why: '', edits: [{ op: 'revert', seq }], saved: 0 })
    },
    told() {
      const line = timeline()
      line.take(entries)
      return line.now()
    },
  }
}

test('each request with what was in it, what it cost and what it would have been unmanaged', () => {
  const made = log()
  made.say('user', 4_000)
  made.say('assistant', 1_000)
  made.bill(0, 4_100)
  made.say('user', 2_000)
  made.fold(2, 500, 4_500)
  made.say('assistant', 100)
  made.bill(0, 2_600)
  const told = made.told()
  expect(told.rows.map(({ head, isBilled, cached }) => ({ head, isBilled, cached }))).toEqual([
    { head: 1, isBilled: true, cached: 0 },
    { head: 5, isBilled: true, cached: 0 },
  ])
  expect(told.rows[1]?.parts).toMatchObject({ user: expect.any(Number), folds: expect.any(Number), agent: 0 })
  expect(told.rows[1]?.unmanaged).toBe((told.rows[1]?.total ?? 0) + 4_500)
  expect(epochsOf(told, 100_000)).toMatchObject([{ number: 1, seq: 5, saved: 4_500, isUndone: false, request: 1 }])
  const { session, days, models, currency } = costView(told, 's', { window: 100_000 })
  expect(currency).toBe('dollars')
  expect(session.cost).toBeCloseTo((6_700 * 3.75 + 20 * 15) / 1e6)
  expect(days).toMatchObject([{ name: '1970-01-01', requests: 2 }])
  expect(days[0]?.cost).toBeCloseTo(session.cost)
  expect(models).toMatchObject([{ name: MODEL, requests: 2 }])
})

test('an undone epoch is told as undone, and what it saved counts no more', () => {
  const made = log()
  made.say('user', 4_000)
  made.say('assistant', 1_000)
  made.fold(1, 500, 3_500)
  made.revert(3)
  made.say('user', 10)
  made.say('assistant', 10)
  const told = made.told()
  expect(epochsOf(told, 100_000)).toMatchObject([{ number: 1, isUndone: true }])
  expect(told.rows.at(-1)?.unmanaged).toBe(told.rows.at(-1)?.total)
})

test('a break of the cache is told with its cause: an epoch, another model, a pause, the provider', () => {
  const made = log()
  const turn = (read: number, write: number, model?: string) => {
    made.say('user', 2_000)
    made.say('assistant', 100)
    made.bill(read, write, model)
  }
  turn(0, 2_000)
  turn(2_000, 2_100)
  turn(0, 6_200, 'claude-opus-4-5')
  made.wait(30 * MINUTE)
  turn(0, 8_300, 'claude-opus-4-5')
  turn(0, 10_400, 'claude-opus-4-5')
  made.fold(6, 500, 6_000)
  turn(0, 6_500, 'claude-opus-4-5')
  expect(breaksOf(made.told()).map(({ request, cause }) => [request, cause])).toEqual([
    [2, `the model changed from ${MODEL} to claude-opus-4-5`],
    [3, '30 minutes without a request; the cache lives 5 minutes'],
    [4, 'the provider dropped its entry, although nothing sent changed'],
    [5, 'epoch: compact, it pays'],
  ])
})

test('fed piece by piece it says the same as at once', () => {
  const made = log()
  for (let turn = 0; turn < 8; turn++) {
    made.say('user', 1_000)
    made.say('assistant', 100)
    if (turn % 2 === 0) made.bill(turn * 1_000, 1_100)
    if (turn === 4) made.fold(6, 300, 2_000)
  }
  const line = timeline()
  for (const entry of made.entries) {
    line.take([entry])
    line.now()
  }
  expect(line.now().rows).toEqual(made.told().rows)
})

test('without bills the cost is estimated from what stayed the same', () => {
  const made = log()
  made.say('user', 4_000)
  made.say('assistant', 1_000)
  made.say('user', 1_000)
  made.say('assistant', 100)
  const { session, currency } = costView(made.told(), 's')
  expect({ estimated: session.estimated, currency }).toEqual({ estimated: true, currency: 'tokens' })
  expect(session.requests).toBe(2)
  expect(session.cached).toBeGreaterThan(0.3)
})
