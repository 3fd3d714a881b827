import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { createDaypack } from '../../daypack/src/index.ts'
import { temporary } from '../../daypack/test/temporary.ts'
import { startProvider } from '../../daypack-testing/src/provider/index.ts'
import { createGateway, type GatewayOptions } from '../src/index.ts'

const SYSTEM = 'You are the receptionist of a dental practice.'
const SAID =
  'I am allergic to penicillin, and my daughter is called Runa. What do I bring to the appointment on Monday?'

test.each([
  { ownCalls: undefined, calls: 0 },
  { ownCalls: true as const, calls: 2 },
])('G-02: the gateway notes by rules, and with the key of each request when told: $ownCalls', async (each) => {
  const dir = temporary()
  const provider = await startProvider({ script: () => ({ text: 'Bring your card.' }) })
  const pack = await createDaypack({ dir, window: 100_000, memory: { tuning: { watch: false } } })
  const options: GatewayOptions = {
    pack,
    upstreams: { anthropic: provider.url },
    ...(each.ownCalls && { ownCalls: true }),
  }
  const gateway = createGateway(options)
  for (const key of ['key of ana', 'key of ben']) {
    const client = new Anthropic({
      apiKey: key,
      baseURL: 'http://127.0.0.1',
      maxRetries: 0,
      fetch: (url, init) => gateway.fetch(new Request(url, init)),
    })
    const content = `${SAID} This is the ${key}.`
    await client.messages.create({
      model: 'claude-opus-4-5',
      max_tokens: 100,
      system: SYSTEM,
      tools: [{ name: 'calendar', input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content }],
    })
  }
  await pack.close()
  // What a model is asked for notes is the one request without the conversation's own system prompt.
  const own = provider.requests.filter(({ body }) => !JSON.stringify(body).includes(SYSTEM))
  expect(own).toHaveLength(each.calls)
  for (const { body, headers } of provider.requests)
    expect(JSON.stringify(body)).toContain(`This is the ${String(headers['authorization']).replace('Bearer ', '')}.`)
  await provider.close()
})
