import { expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { clientsOf, KEY, loggedIn, model, tools } from '../../test/support.ts'
import type { JsonObject } from '../../../daypack/src/model/json.ts'
import { stringAt } from '../wires/wire.ts'

// What agents in the wild ask of a proxy, R-1 to R-10. Here is what the tests beside this one do not show yet; they bear the
// numbers of the others in their names.

const { raw } = clientsOf(() => gateway)

const result = (id: string, content: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }],
})
const send = (body: JsonObject, headers: Record<string, string> = {}) =>
  raw(JSON.stringify(body).replace('"seed":0', '"seed":12345678901234567890'), {
    'x-daypack-session': 's',
    ...headers,
  })

test('R-2: a reply that comes back in other pieces is in the log once', async () => {
  await start([{ text: 'Looking.', calls: [{ tool: 'read', input: { path: 'a' } }] }, { text: 'done' }])
  const opening = { role: 'user', content: 'Look.' }
  const ask = (...messages: JsonObject[]) => send({ model, max_tokens: 100, tools, messages })
  const { content } = (await (await ask(opening)).json()) as { content: JsonObject[] }
  const [text, call] = content.map((block) => ({ role: 'assistant', content: [block] }))
  await (await ask(opening, text ?? {}, call ?? {}, result(stringAt(content[1], 'id'), 'a file'))).text()
  const [log = []] = Object.values(await loggedIn(pack))
  expect(log.filter((line) => line.includes('Looking.'))).toHaveLength(1)
  expect(provider.requests.map((request) => request.status)).toEqual([200, 200])
})

const big = (n: number) => Array.from({ length: 400 }, (_, line) => `step ${n} line ${line} of /src/${n}.ts`).join('\n')
const MARK = { type: 'ephemeral' }

test('R-5, R-6, R-7: a shortened turn keeps unknown fields, headers, thinking and at most four markers', async () => {
  await start(
    ({ index }) => ({ thinking: `Thought ${index}.`, text: `Step ${index}.`, calls: [{ tool: 'read', input: {} }] }),
    { window: 16_000, provider: { window: 16_000, bindsThinking: () => true } },
  )
  const messages: JsonObject[] = [{ role: 'user', content: [{ type: 'text', text: 'Read.', cache_control: MARK }] }]
  const thoughts = new Set<string>()
  for (let n = 0; n < 16; n++) {
    const marked = messages.map((message, at) => (at === messages.length - 1 ? withMark(message) : message))
    const body = {
      model,
      max_tokens: 3000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      system: [{ type: 'text', text: 'You are an agent.', cache_control: MARK }],
      tools: [{ ...tools[0], cache_control: MARK }],
      safeguards: { level: 'x' },
      seed: 0,
      messages: marked as never,
    }
    const answer = (await (await send(body, { 'anthropic-beta': 'odd-2026-01-01' })).json()) as JsonObject
    const content = answer['content'] as JsonObject[]
    thoughts.add(JSON.stringify(content[0]))
    messages.push({ role: 'assistant', content })
    messages.push(result(stringAt(content.at(-1), 'id'), big(n)))
  }
  expect(provider.requests.map((request) => request.status)).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await gateway.status()).sessions[0]).toMatchObject({
    changed: expect.toSatisfy((n: number) => n > 3) as number,
  })
  for (const { text, headers, body } of provider.requests) {
    expect(headers).toMatchObject({ 'anthropic-beta': 'odd-2026-01-01', 'x-api-key': KEY })
    expect(headers).not.toHaveProperty('authorization')
    expect(text).toContain('"safeguards":{"level":"x"}')
    expect(text).toContain('"seed":12345678901234567890')
    expect(text.split('"cache_control"').length - 1).toBeLessThanOrEqual(4)
    for (const { content } of body['messages'] as unknown as { content: string | JsonObject[] }[])
      for (const block of typeof content === 'string' ? [] : content)
        if (block['type'] === 'thinking') expect(thoughts).toContain(JSON.stringify(block))
  }
})

function withMark(message: JsonObject): JsonObject {
  const content = message['content'] as readonly JsonObject[]
  return { ...message, content: content.map((block) => ({ ...block, cache_control: MARK })) }
}
