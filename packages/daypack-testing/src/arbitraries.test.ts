import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolCalls, toolResults } from '../../daypack/src/model/message.ts'
import { arbMessages, runs } from './arbitraries.ts'

test('every generated call is answered once, in the message behind it, and ids are unique', () => {
  fc.assert(
    fc.property(arbMessages({ reasoning: true, foreignIds: true }), (messages) => {
      expect(messages[0]?.role).toBe('user')
      const ids = messages.flatMap((message) => toolCalls(message).map((call) => call.callId))
      expect(new Set(ids).size).toBe(ids.length)
      for (const [index, message] of messages.entries()) {
        const calls = toolCalls(message).map((call) => call.callId)
        const next = messages[index + 1]
        if (calls.length > 0) expect(next && toolResults(next).map((result) => result.callId)).toEqual(calls)
      }
      expect(JSON.parse(JSON.stringify(messages))).toEqual(messages)
    }),
    { numRuns: runs() },
  )
})
