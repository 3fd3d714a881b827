import { expect, test } from 'vitest'
import { gateway, provider, start } from '../../test/each.ts'
import { clientsOf, model, tools } from '../../test/support.ts'
import type Anthropic from '@anthropic-ai/sdk'
import type { Usage } from '../../../daypack/src/model/entry.ts'
import { outputFitting, outputFor, replyRoom, withOutput } from './reply-reserve.ts'

const { claude } = clientsOf(() => gateway)

const all = (window: number) => ({ window, free: window })
const replies = (...outputs: number[]) =>
  outputs.map((output): Usage => ({
    input: 1,
    cacheRead: 0,
    cacheWrite: 0,
    output,
    head: 1,
    counted: { tokens: 1, bytes: 1 },
  }))

test.each([32_000, 64_000, 128_000, 200_000, 1_000_000])(
  'G-40: of a window of %i at least 70 %% is for the prompt, whatever output is asked for',
  (window) => {
    for (const usages of [[], replies(300), replies(30_000)])
      expect(replyRoom(usages, all(window), {}, 64_000)).toBeLessThanOrEqual(window * 0.3)
  },
)

test('G-40: the room for the answer is what replies needed, never more than is asked for', () => {
  expect(replyRoom(replies(200, 900), all(200_000), {}, 64_000)).toBe(6_250)
  expect(replyRoom(replies(9_000, 200), all(200_000), {}, 64_000)).toBe(16_384)
  expect(replyRoom([], all(200_000), {}, 64_000)).toBe(20_000)
  expect(replyRoom([], all(200_000), {}, 1_000)).toBe(1_000)
})

test('G-40: thinking has at most a sixth of the window, the same in every request', () => {
  const thinking = { type: 'enabled', budget_tokens: 31_999, display: 'omitted' }
  const body = { max_tokens: 32_000, thinking }
  expect(replyRoom([], all(64_000), body, 32_000)).toBe(10_666 + 1_024)
  for (const most of [11_690, 30_000, 64_000])
    expect(withOutput(body, most, all(64_000))).toEqual({
      max_tokens: Math.min(32_000, most),
      thinking: { ...thinking, budget_tokens: 10_666 },
    })
  expect(withOutput(body, 64_000, all(200_000))).toBeUndefined()
})

test('G-40: output is lowered to what is free, and not below the room', () => {
  expect(withOutput({ max_tokens: 64_000, messages: [] }, 9_000, all(60_000))).toEqual({
    max_tokens: 9_000,
    messages: [],
  })
  expect(withOutput({ max_completion_tokens: 100 }, 9_000, all(60_000))).toBeUndefined()
  expect(outputFor(30_000, 60_000, 4_000)).toBe(28_200)
  expect(outputFor(30_000, 60_000, 4_000, false)).toBe(22_500)
  expect(outputFor(1_000, 60_000, 4_000)).toBe(4_000)
})

test('G-40: an agent that asks for more output than the window has gets most of it for its work', async () => {
  const window = 48_000
  const file = (n: number) => Array.from({ length: 150 }, (_, line) => `${line}: line of /src/file-${n}.ts`).join('\n')
  await start(
    ({ index }) => ({ text: `Step ${index}.`, calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }] }),
    { window, provider: { window } },
  )
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read all the files.' }]
  for (let n = 0; n < 60; n++) {
    const { content } = await claude().messages.stream({ model, max_tokens: 64_000, tools, messages }).finalMessage()
    messages.push({ role: 'assistant', content })
    const call = content.find((block) => block.type === 'tool_use')
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: file(n) }] })
  }
  expect(provider.requests.filter((request) => request.status !== 200)).toEqual([])
  expect(Math.max(...provider.requests.map((request) => request.promptTokens))).toBeGreaterThan(window * 0.5)
  for (const { body, promptTokens } of provider.requests) {
    expect(Number(body['max_tokens']) + promptTokens).toBeLessThanOrEqual(window)
    expect(Number(body['max_tokens'])).toBeGreaterThanOrEqual(1_500)
  }
  const [status] = (await gateway.status()).sessions
  expect(status?.epochs).toBeLessThanOrEqual(8)
  expect((await gateway.status()).failedOpen).toBe(0)
})

test('G-40: a provider that says what is left beside the prompt is asked for that', async () => {
  const said = 'input length and `max_tokens` exceed context limit: 21734 + 43662 > 64000, decrease input length'
  expect(outputFitting(said)).toBe(42_266)
  const vllm =
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion)."
  expect(outputFitting(vllm)).toBe(3_192)
  expect(outputFitting('prompt is too long: 213462 tokens > 200000 maximum')).toBeUndefined()
  // The provider has a smaller window than the proxy was told.
  await start([{ text: 'Hello.' }], { window: 64_000, provider: { window: 10_000 } })
  const answer = await claude().messages.create({
    model,
    max_tokens: 16_000,
    tools,
    messages: [{ role: 'user', content: 'Hi.' }],
  })
  expect(answer.content).toMatchObject([{ text: 'Hello.' }])
  expect(provider.requests.map(({ status }) => status)).toEqual([400, 200])
  expect(provider.requests[1]?.promptTokens).toBe(provider.requests[0]?.promptTokens)
})
