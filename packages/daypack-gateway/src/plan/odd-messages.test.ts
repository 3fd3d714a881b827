import { expect, test } from 'vitest'
import { createDaypack } from '../../../daypack/src/daypack.ts'
import { memoryDriver } from '../../../daypack/src/drivers/memory/index.ts'
import { anthropicWire } from '../wires/anthropic.ts'
import { createGateway } from '../index.ts'

const ODD = ['text', null, 7, [], true]

test('a list whose first item is no message goes on as it came, each time', async () => {
  const pack = await createDaypack({ driver: memoryDriver({ now: Date.now }), memory: false })
  const sent: string[] = []
  const gateway = createGateway({
    pack,
    upstreams: { anthropic: 'http://127.0.0.1:1' },
    async upstream({ body }) {
      sent.push(typeof body === 'string' ? body : Buffer.from(body ?? []).toString())
      return { status: 400, headers: { 'content-type': 'application/json' } }
    },
  })
  for (const odd of ODD) {
    const body = JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      messages: [odd, { role: 'user', content: 'Hi.' }],
    })
    for (const _ of [1, 2]) {
      const request = new Request('http://127.0.0.1/v1/messages', {
        method: 'POST',
        body,
        headers: { 'x-api-key': 'k' },
      })
      expect((await gateway.fetch(request)).status).toBe(400)
      expect(sent.pop()).toBe(body)
    }
  }
  await pack.close()
})

test('what is no message keeps its place where reasoning is left out and the end is marked', () => {
  const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
  const asked = { role: 'user', content: 'Go on.' }
  const messages = [...ODD, { role: 'assistant', content: [thinking, { type: 'text', text: 'ok' }] }, asked, ...ODD]
  const request = { model: 'm', thinking: { type: 'enabled', budget_tokens: 1_024 }, messages }
  expect(anthropicWire.withoutReasoning(request)).toEqual({
    ...request,
    messages: [...ODD, { role: 'assistant', content: [{ type: 'text', text: 'ok' }] }, asked, ...ODD],
  })
  const marked = { role: 'user', content: [{ type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } }] }
  const written = anthropicWire.write(
    { model: 'm', messages: [...ODD, asked] },
    { model: 'm', messages: [marked, null] },
  )
  expect((written['messages'] as unknown[]).slice(0, ODD.length)).toEqual(ODD)
  expect(JSON.stringify(written)).toContain('cache_control')
})
