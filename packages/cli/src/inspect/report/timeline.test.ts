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

test('each row whole: bills that come late, before the reply or not at all, folds, another system prompt, pauses', () => {
  const entries: Entry[] = []
  const push = (minute: number, kind: string, more: object) =>
    void entries.push({ seq: entries.length + 1, at: minute * MINUTE, kind, ...more } as Entry)
  const say = (minute: number, role: string, tokens: readonly number[], more: object = {}) => {
    const hash = String(entries.length)
    const message = { role, blocks: tokens.map((size) => ({ type: 'text', text: `${hash} ${size}` })) }
    const sizes = tokens.map((size) => ({ tokens: size, bytes: size * 4 }))
    push(minute, 'message', { message, hash, sizes, counter: 'test', ...more })
  }
  const bill = (minute: number, head: number, cacheRead: number, cacheWrite: number, tokens: number, model: string) =>
    push(minute, 'usage', {
      usage: { input: 0, cacheRead, cacheWrite, output: 7, model, head, counted: { tokens, bytes: 0 } },
    })
  say(0, 'system', [100], { replaces: 0 })
  say(1, 'user', [1_000])
  say(2, 'assistant', [20, 30])
  say(3, 'user', [10])
  say(7, 'assistant', [50])
  bill(7, 4, 900, 700, 1_500, 'late')
  say(8, 'user', [40])
  bill(9, 7, 1_000, 600, 1_400, 'before')
  say(9, 'assistant', [60])
  const edits = [{ op: 'fold', from: 2, to: 5, summary: { text: 'what was', by: 'x' }, tokens: 200, bytes: 800 }]
  push(10, 'edits', { by: 'compact', why: 'it pays', edits, saved: 900, epoch: 10 })
  say(14, 'assistant', [5])
  push(14, 'mark', { name: 'other' })
  say(15, 'user', [30])
  say(19.1, 'assistant', [25])
  say(20, 'user', [15])
  say(21, 'assistant', [35])
  say(21, 'system', [150], { replaces: 0 })
  say(22, 'user', [45])
  say(23, 'assistant', [55])
  const rowsOf = (size: number) => {
    const line = timeline()
    for (let at = 0; at < entries.length; at += size) {
      line.take(entries.slice(at, at + size))
      line.now()
    }
    return line.now().rows.map(({ parts, usage, at, ...row }) => {
      const { input, cacheRead, cacheWrite, output, counted } = usage
      const billed = [input, cacheRead, cacheWrite, output, usage.head, counted.tokens, usage.model]
      return [at / MINUTE, Object.values(parts).join(' '), billed.join(' '), Object.values(row).join(' ')].join(' | ')
    })
  }
  // minute; system, tools, user, agent, results, folds; input, read, written, output, head, counted; head, model, total, billed, same, cached, unmanaged
  expect(rowsOf(99)).toEqual([
    '2 | 104 0 1004 0 0 0 | 0 0 1108 50 2 1108  | 2  1108 false 0 0 1108',
    '7 | 104 324 1018 54 0 0 | 0 900 700 7 4 1500 late | 4 late 1500 true 1432 844 1500',
    '9 | 104 126 1062 108 0 0 | 0 1000 600 7 7 1400 before | 7 before 1400 true 1302 875 1400',
    '14 | 104 126 44 64 0 204 | 0 230 312 5 10 542 before | 10 before 542 false 230 230 1442',
    '19.1 | 104 126 78 73 0 204 | 0 0 585 25 13 585 before | 13 before 585 false 542 0 1485',
    '21 | 104 126 97 102 0 204 | 0 585 48 35 15 633 before | 15 before 633 false 585 585 1533',
    '23 | 154 126 146 141 0 204 | 0 0 771 55 18 771 before | 18 before 771 false 0 0 1671',
  ])
  expect([1, 2, 5].map(rowsOf)).toEqual(Array(3).fill(rowsOf(99)))
  push(24, 'mark', { name: 'rewind', data: { after: 0 } })
  expect(rowsOf(99)).toEqual([])
  say(25, 'user', [65])
  say(26, 'assistant', [75])
  expect(rowsOf(1)).toEqual(['26 | 154 0 69 0 0 0 | 0 0 223 75 21 223  | 21  223 false 154 0 223'])
})
