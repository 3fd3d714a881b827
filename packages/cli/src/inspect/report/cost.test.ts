import type { Entry } from 'daypack'
import { expect, test } from 'vitest'
import { messageEntry, MODEL, opened, SMALL, START, text, work } from '../../../test/inspect/conversation.ts'
import { costView } from './cost.ts'
import { timeline } from './timeline.ts'

test('what it cost, by epoch, day and model, and where the cache broke', () => {
  expect(costView(work, 'work', { window: 8_000 })).toEqual({
    currency: 'dollars',
    session: {
      name: 'work',
      requests: 4,
      cost: 0.0200205,
      cached: 0.35175202156334234,
      estimated: false,
      unmanaged: 0.0296955,
    },
    epochs: [
      {
        name: 'before the first epoch',
        requests: 2,
        cost: 0.014955,
        cached: 0.3018867924528302,
        estimated: false,
        unmanaged: 0.014955,
      },
      {
        name: 'since epoch 1',
        requests: 2,
        cost: 0.0050655,
        cached: 0.47641509433962265,
        estimated: false,
        unmanaged: 0.0147405,
      },
    ],
    days: [{ requests: 4, cost: 0.0200205, cached: 0.35175202156334234, name: '2026-01-05', estimated: false }],
    models: [
      { requests: 4, cost: 0.0200205, cached: 0.35175202156334234, name: 'claude-sonnet-4-5', estimated: false },
    ],
    overWindow: 0,
    breaks: [
      {
        request: 2,
        at: 1767604200000,
        expected: 3700,
        read: 0,
        cause: 'epoch: compact, hand-over written without a model; it pays',
        money: 0.012765,
      },
    ],
  })
})

type Bill = readonly [read: number, written: number, model?: string]
/** So many requests of one word, with these bills. */
const billed = (...bills: readonly Bill[]): Entry[] =>
  bills.flatMap(([cacheRead, cacheWrite, model = MODEL], at) => {
    const head = at * 3 + 1
    const counted = { tokens: cacheRead + cacheWrite, bytes: 0 }
    const usage = { input: 0, cacheRead, cacheWrite, output: 1, model, head, counted }
    return [
      messageEntry(head, 'user', [text(`ask ${at}`)], [SMALL]),
      messageEntry(head + 1, 'assistant', [text(`say ${at}`)], [SMALL]),
      { seq: head + 2, at: START + head + 2, kind: 'usage', usage },
    ]
  })

test.each<{ what: string; bills: readonly Bill[]; breaks: number }>([
  {
    what: 'less than a provider caches is no break',
    bills: [
      [0, 1_023],
      [0, 5_000],
    ],
    breaks: 0,
  },
  {
    what: 'as much as it caches is one',
    bills: [
      [0, 1_024],
      [0, 5_000],
    ],
    breaks: 1,
  },
  {
    what: 'nineteen of twenty read back is none',
    bills: [
      [0, 2_000],
      [1_900, 100],
    ],
    breaks: 0,
  },
  {
    what: 'less is one',
    bills: [
      [0, 2_000],
      [1_899, 101],
    ],
    breaks: 1,
  },
  {
    what: 'another model breaks it',
    bills: [
      [0, 2_000],
      [0, 2_000, 'other'],
    ],
    breaks: 1,
  },
])('$what', ({ bills, breaks }) => {
  expect(costView(opened(billed(...bills)), 's').breaks).toHaveLength(breaks)
})

test('models of one’s own have their own price and cache', () => {
  const price = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 }
  const line = timeline({ mine: { window: 9_000, price, cacheSeconds: 60 } })
  line.take(billed([0, 2_000, 'mine'], [0, 3_000, 'mine']))
  const { currency, session, breaks } = costView({ ...work, ...line.now() }, 's')
  expect({ currency, cost: session.cost, breaks: breaks.length }).toEqual({
    currency: 'dollars',
    cost: 0.005_002,
    breaks: 1,
  })
  expect(costView(opened(billed([0, 2_000, 'mine'])), 's').currency).toBe('tokens')
})
