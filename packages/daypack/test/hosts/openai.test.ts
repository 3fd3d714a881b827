import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { withDaypack } from '../../src/hosts/openai.ts'
import type { Session } from '../../src/session/session.ts'
import { chatLoop, responsesLoop } from './loops.ts'
import { prove } from './prove.ts'

function clientFor(url: string, session: Session | undefined): OpenAI {
  const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, maxRetries: 0 })
  return session ? withDaypack(client, session) : client
}

test('chat completions, streamed', async () => {
  expect(await prove('openai chat', (url, session) => chatLoop(clientFor(url, session)))).toBeDefined()
})

test('responses with reasoning items', async () => {
  const dress = { dress: (reply: object, index: number) => ({ ...reply, thinking: `I think of page ${index}.` }) }
  expect(await prove('openai responses', (url, session) => responsesLoop(clientFor(url, session)), dress)).toBeDefined()
})
