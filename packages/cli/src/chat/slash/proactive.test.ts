import { expect, test } from 'vitest'
import { saying } from '../../../test/seeds/chat-support.ts'
import { isDue } from './proactive.ts'

test('when the agent may speak up: after the pause, once a minute, never twice in a row', () => {
  const slot = (text: string, at: number, role = 'user', origin = 'caller') => ({
    at,
    origin,
    message: saying(role as 'user', text),
  })
  const due = (slots: object[], now: number, triedAt = 0) =>
    isDue({ minutes: 5, since: 100_000, triedAt }, { slots } as never, now)
  const asked = slot('Hello', 60_000)
  expect([
    due([], 900_000),
    due([asked], 399_999),
    due([asked], 400_000),
    due([asked, slot('Yes.', 200_000, 'assistant')], 400_000),
    due([asked], 400_000, 340_001),
    due([asked], 400_000, 340_000),
    due([slot('[PROACTIVE] go on', 0), slot('Yes.', 0, 'assistant')], 900_000),
    due([slot('[PROACTIVE] go on', 0, 'user', 'memory')], 900_000),
  ]).toEqual([false, false, true, false, false, true, false, true])
})
