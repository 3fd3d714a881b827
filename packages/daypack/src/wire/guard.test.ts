import { anthropic } from '../codecs/anthropic/index.ts'
import { openaiChat } from '../codecs/openai-chat/index.ts'
import { expect, test } from 'vitest'
import { guard } from './validate.ts'

const user = (content: unknown) => ({ role: 'user', content })
const request = (...messages: unknown[]) => ({ model: 'claude-opus-4-5', max_tokens: 10, messages })

test('a request without faults goes out as prepared', () => {
  const prepared = request(user('short'))
  expect(guard(anthropic, request(user('long')), prepared)).toEqual({ request: prepared, violations: [] })
})

test('on a fault of ours the original goes out, and we say so', () => {
  const original = request(user('long'))
  const guarded = guard(anthropic, original, request(user('')))
  expect(guarded.request).toBe(original)
  expect(guarded).toMatchObject({ by: 'us', violations: [{ rule: 'A-10', level: 'error' }] })
})

test('a fault the caller brought is named as theirs', () => {
  const original = request(user('x'), user(''))
  expect(guard(anthropic, original, request(user('y'), user('')))).toMatchObject({ by: 'caller', request: original })
})

test('one fault of theirs does not excuse another of ours', () => {
  const original = request(user('x'), user(''))
  expect(guard(anthropic, original, request({ role: 'assistant', content: 'x' }, user('')))).toMatchObject({
    by: 'us',
  })
})

test('size alone is no reason to send the longer one', () => {
  const prepared = request(user('x'.repeat(33 * 1024 * 1024)))
  expect(guard(anthropic, request(user('long')), prepared)).toMatchObject({
    request: prepared,
    violations: [{ rule: 'A-22' }],
  })
})

test('warnings block nothing, and nothing is checked where nothing changed', () => {
  const chat = { model: 'x', messages: [user('x'), { role: 'assistant', content: null }] }
  expect(guard(openaiChat, { ...chat }, chat)).toMatchObject({ request: chat, violations: [{ level: 'warning' }] })
  const broken = request()
  expect(guard(anthropic, broken, broken)).toEqual({ request: broken, violations: [] })
})
