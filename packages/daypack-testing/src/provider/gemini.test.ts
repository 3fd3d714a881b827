import { expect, test } from 'vitest'
import { providerFor } from '../../../daypack/test/hosts/provider-each.ts'
import type { ScriptedProvider } from './index.ts'

let provider: ScriptedProvider
const user = { role: 'user', parts: [{ text: 'hi' }] }

async function ask(verb: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`${provider.url}/v1beta/models/gemini-2.5-pro:${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

test('whole, streamed and counted', async () => {
  provider = await providerFor({
    script: [{ thinking: 'hm', text: 'Looking.', calls: [{ tool: 'read', input: { n: 1 } }] }],
  })
  const whole = JSON.parse((await ask('generateContent', { contents: [user] })).text) as object
  const call = { functionCall: { name: 'read', args: { n: 1 } }, thoughtSignature: 'thought_00000001' }
  expect(whole).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'Looking.' }, call] }, finishReason: 'STOP' }],
  })
  const streamed = (await ask('streamGenerateContent?alt=sse', { contents: [user] })).text
  expect(streamed.split('\n\n').filter(Boolean)).toHaveLength(2)
  expect(JSON.parse((await ask('countTokens', { contents: [user] })).text)).toHaveProperty('totalTokens')
})

test('a signature that was never given is refused', async () => {
  provider = await providerFor({ script: [{ text: 'ok' }] })
  const call = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'made up' }] }
  const result = { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] }
  const answer = await ask('generateContent', { contents: [user, call, result] })
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Corrupted thought signature') })
})
