import { afterEach, expect, test, vi } from 'vitest'
import { requireSession, sessionOrPassThrough } from './session-argument.ts'
import type { Session } from './session.ts'

afterEach(() => vi.restoreAllMocks())

const session = { prepare: () => {}, record: () => {} } as unknown as Session

test.each<[string, unknown, string]>([
  ['a promise', Promise.resolve(session), 'a promise: write `await pack.session(…)`.'],
  ['the pack', { session: () => {} }, 'the pack: write `await pack.session(id)` and give that.'],
  ['null', null, 'null, not a session'],
  ['nothing', undefined, 'undefined, not a session'],
  ['text', 'one', 'string, not a session'],
  ['half a session', { prepare: () => {} }, 'object, not a session'],
  ['the other half', { record: () => {} }, 'object, not a session'],
])('%s instead of a session is told with what to write, and calls go out as they are', async (_, given, told) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const passing = sessionOrPassThrough('The middleware', given as Session)
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`The middleware was given ${told}`)]])
  expect(String(warn.mock.calls[0])).toContain('every request goes out as it is')
  const request = { messages: [] }
  expect(await passing.prepare({} as never, request)).toEqual({ request, plan: undefined, aside: true })
  expect(await passing.aside({} as never, request)).toBe(request)
  expect(await passing.overflow(new Error('too long'))).toBe(false)
  expect(() => requireSession('The store', given as Session)).toThrow(`The store was given ${told}`)
})

test('a session is given back as it is, without a word', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect([sessionOrPassThrough('a', session), requireSession('a', session)]).toEqual([session, session])
  expect(warn).not.toHaveBeenCalled()
})
