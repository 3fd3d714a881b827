import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { toolCalls, toolResults } from '../../src/model/message.ts'
import { identity } from '../../../daypack-testing/src/codec-suite.ts'
import { readTranscripts } from '../../../../lab/src/transcripts/read.ts'
import { requestsOf, type Replayed } from '../../../../lab/src/transcripts/requests.ts'
import type { Transcript } from '../../../../lab/src/transcripts/transcript.ts'
import { codecsByWire } from '../../../daypack-testing/test/wire-arbitraries.ts'
import { validate } from '../../src/wire/validate.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'

const data = sharedData()
const root = data ? path.join(data, 'trajectories') : ''
const EXPECTED = {
  'claude-code-log': 14,
  'claude-code-viewer': 3,
  'deer-flow': 7,
  'deer-flow-replay': 4,
  'entire-cli': 28,
  'episodic-memory': 2,
  livemcpbench: 51,
  openhands: 3,
  'pi-mono': 1,
  specstory: 5,
  'swe-agent': 13,
  'tau-bench': 200,
  webvoyager: 15,
}

describe.skipIf(!data)(`recorded sessions${data ? '' : `: ${NO_DATA}`}`, () => {
  test.each(Object.entries(EXPECTED))(
    '%s: %i sessions are valid on both wires, and come out as they went in',
    (name, count) => {
      const sessions = readdirSync(path.join(root, name)).flatMap((file) =>
        readTranscripts(path.join(root, name, file)),
      )
      expect(sessions.length).toBe(count)
      for (const session of sessions) {
        complete(session)
        for (const wire of ['anthropic', 'openai-chat'] as const) {
          const last = lastRequest(session, wire)
          if (!last) continue
          expect(validate(codecsByWire[wire], last.request)).toEqual([])
          identity(codecsByWire[wire], last.request)
        }
        for (const wire of ['openai-responses', 'gemini'] as const) {
          const bare = wire === 'gemini' ? { contents: [] } : { input: [] }
          const request = codecsByWire[wire].encode({ messages: session.messages }, bare)
          expect(validate(codecsByWire[wire], request).filter(({ level }) => level === 'error')).toEqual([])
          identity(codecsByWire[wire], request)
        }
      }
    },
  )

  test('what was billed is kept: the long sessions have real counts for each of their replies', () => {
    const files = readdirSync(path.join(root, 'entire-cli'))
    const sessions = files.flatMap((file) => readTranscripts(path.join(root, 'entire-cli', file)))
    expect(sessions.reduce((sum, { usage }) => sum + usage.length, 0)).toBeGreaterThan(3_000)
    expect(sessions.reduce((sum, { compactions }) => sum + compactions.length, 0)).toBeGreaterThan(15)
  })
})

/** Every call is answered once, times never run backwards in the index, and the first word is the user's. */
function complete(session: Transcript): void {
  expect(session.messages[0]?.role).toBe('user')
  expect(session.times.length).toBe(session.messages.length)
  const ids = (pick: (message: Message) => { callId: string }[]) =>
    session.messages
      .flatMap(pick)
      .map(({ callId }) => callId)
      .toSorted()
  expect(ids(toolResults)).toEqual(ids(toolCalls))
}

function lastRequest(session: Transcript, wire: 'anthropic' | 'openai-chat'): Replayed | undefined {
  let last: Replayed | undefined
  for (const replayed of requestsOf(session, wire)) last = replayed
  return last
}
