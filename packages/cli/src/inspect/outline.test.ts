import { expect, test } from 'vitest'
import { work } from '../../test/inspect/conversation.ts'
import { outlineOf } from './outline.ts'

test('the outline: each request in columns, the epochs, and what is shown now', () => {
  expect(outlineOf(work, 8_000)).toEqual({
    session: 'work',
    head: 17,
    messages: 9,
    window: 8000,
    estimated: false,
    currency: 'dollars',
    requests: {
      head: [2, 5, 10, 14],
      at: [1767603720000, 1767603900000, 1767604200000, 1767604440000],
      model: ['claude-sonnet-4-5', 'claude-sonnet-4-5', 'claude-sonnet-4-5', 'claude-sonnet-4-5'],
      parts: {
        system: [104, 104, 104, 104],
        tools: [492, 484, 514, 506],
        user: [1004, 1004, 64, 64],
        agent: [0, 104, 24, 88],
        results: [0, 2004, 0, 44],
        folds: [0, 0, 304, 304],
      },
      total: [1600, 3700, 1010, 1110],
      cached: [0, 1600, 0, 1010],
      cost: [0.0063, 0.008655, 0.0040875, 0.000978],
      unmanaged: [1600, 3700, 3810, 6870],
      epoch: [0, 0, 1, 0],
    },
    epochs: [
      {
        number: 1,
        seq: 8,
        at: 1767604020000,
        saved: 2800,
        edits: 1,
        why: 'the window was filling up',
        isUndone: false,
        request: 2,
      },
    ],
    last: { tokens: 632, items: 7, folds: 1, cropped: 1 },
  })
})
