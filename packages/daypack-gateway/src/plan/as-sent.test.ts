import { expect, test } from 'vitest'
import type { Json } from '../../../daypack/src/model/json.ts'
import { asSent } from './as-sent.ts'
import { sentList, type SentRequest } from '../session/agent.ts'
import { anthropicWire } from '../wires/anthropic.ts'

const said = (text: string, isMarked = false) => ({
  role: 'user',
  content: [{ type: 'text', text, ...(isMarked && { cache_control: { type: 'ephemeral' } }) }],
})
const sent = (received: Json[], messages: Json[]) =>
  ({
    turn: { wire: anthropicWire, body: { request: { messages: received } } },
    next: { messages },
  }) as never as SentRequest

test('R-7: what went out, with what is new behind it, has the markers of what is new alone', () => {
  const last = sent([said('a long one'), said('b', true)], [said('short'), said('b', true)])
  const list = asSent([said('a long one'), said('b'), said('c', true)], last)
  expect(list).toEqual([said('short'), said('b'), said('c', true)])
  expect(list?.[0]).toBe(sentList(last)[0])
})

test('a list that begins otherwise is none of it', () => {
  const last = sent([said('a')], [said('short')])
  expect(asSent([said('other'), said('c')], last)).toBeUndefined()
  expect(asSent([], last)).toBeUndefined()
})

test('every message has to say the same, not one of them', () => {
  const last = sent([said('a'), said('b')], [said('short'), said('b')])
  expect(asSent([said('a'), said('other'), said('c')], last)).toBeUndefined()
})
