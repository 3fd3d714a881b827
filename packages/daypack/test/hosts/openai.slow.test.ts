import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { withDaypack } from '../../src/hosts/openai.ts'
import type { Session } from '../../src/session/session.ts'
import { chatLoop, responsesLoop } from './loops.ts'
import { parallel, prove, thinking, type Drive } from './prove.ts'

function clientFor(url: string, session: Session | undefined): OpenAI {
  const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, maxRetries: 0 })
  return session ? withDaypack(client, session) : client
}

test('chat completions, streamed', async () => {
  expect(await prove('openai chat', (url, session) => chatLoop(clientFor(url, session)))).toBeDefined()
})

test('responses with reasoning items', async () => {
  expect(
    await prove('openai responses', (url, session) => responsesLoop(clientFor(url, session)), thinking),
  ).toBeDefined()
})

test('two calls at once', async () => {
  expect(await prove('chat parallel', (url, session) => chatLoop(clientFor(url, session)), parallel)).toBeDefined()
  const drive: Drive = (url, session) => responsesLoop(clientFor(url, session))
  expect(await prove('responses parallel', drive, parallel)).toBeDefined()
})
