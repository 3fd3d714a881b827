import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, loggedIn, model, tools, user } from '../../test/support.ts'

const { claude } = clientsOf(() => gateway)
const logged = () => loggedIn(pack)

describe('managing', () => {
  const big = (n: number) =>
    Array.from({ length: 400 }, (_, line) => `step ${n} line ${line} of /src/file-${n}.ts`).join('\n')

  /** A tool loop of so many steps, as a client would hold it. */
  async function loop(client: Anthropic, steps: number): Promise<Anthropic.MessageParam[]> {
    const messages = [user('Read all the files.')]
    for (let n = 0; n < steps; n++) {
      const reply = await client.messages.create({ ...ask(...messages), cache_control: { type: 'ephemeral' } })
      messages.push({ role: 'assistant', content: reply.content })
      const call = reply.content.find((block) => block.type === 'tool_use')
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: big(n) }] })
    }
    return messages
  }
  const reading = ({ index }: { index: number }) => ({
    text: `Step ${index}.`,
    calls: [{ tool: 'read', input: { path: `/src/file-${index}.ts` } }],
  })

  test('R-4: a session that outgrows the window goes on, none refused, and counts are of what is sent', async () => {
    await start(reading, { window: 16_000, provider: { window: 16_000 } })
    const client = claude({ 'x-claude-code-session-id': 'long' })
    const messages = await loop(client, 20)
    expect(provider.requests.filter((request) => request.status !== 200)).toEqual([])
    await client.messages.create(ask(...messages))
    const sent = provider.requests.at(-1)?.promptTokens ?? 0
    expect(await client.messages.countTokens({ model, tools, messages })).toMatchObject({ input_tokens: sent })
    const [status] = (await gateway.status()).sessions
    expect(status).toMatchObject({ session: 'claude-long', requests: 21 })
    expect(status?.epochs).toBeGreaterThan(0)
    expect(status?.cost).toBeLessThan(status?.unmanaged ?? 0)
    const slots = (await logged())['claude-long'] ?? []
    expect(slots.filter((line) => line.startsWith('assistant')).length).toBe(21)
  })

  test('G-40: an epoch is marked for the cache where the client marks the end of its conversation', async () => {
    const window = 16_000
    await start(reading, { window, provider: { window } })
    const client = claude({ 'x-claude-code-session-id': 'marked' })
    const list: Anthropic.ContentBlockParam[][] = [[{ type: 'text', text: 'Read all the files.' }]]
    const replies: Anthropic.ContentBlock[][] = []
    for (let n = 0; n < 20; n++) {
      const said = list.flatMap((content, at): Anthropic.MessageParam[] => {
        const isLast = at === list.length - 1
        const marked = content.map((block) => (isLast ? { ...block, cache_control: { type: 'ephemeral' } } : block))
        const reply = replies[at]
        return [
          { role: 'user', content: marked as Anthropic.ContentBlockParam[] },
          ...(reply ? [{ role: 'assistant' as const, content: reply }] : []),
        ]
      })
      const { content } = await client.messages.create(ask(...said))
      replies.push(content)
      const call = content.find((block) => block.type === 'tool_use')
      list.push([{ type: 'tool_result', tool_use_id: call?.id ?? '', content: big(n) }])
    }
    expect((await gateway.status()).sessions[0]?.epochs).toBeGreaterThan(0)
    const fresh = provider.requests.slice(1).map((request) => request.billed?.input)
    expect(fresh.filter((tokens) => tokens !== 0)).toEqual([])
  })

  test('R-9: a repeated request gets the same bytes and is logged once', async () => {
    let index = 0
    await start(
      () =>
        index++ === 12 ? { fault: { kind: 'status', status: 529, retryAfterSeconds: 0.001 } } : reading({ index }),
      { window: 16_000 },
    )
    await loop(claude({ 'x-claude-code-session-id': 'r' }), 14)
    const at = provider.requests.findIndex((request) => request.status === 529)
    expect(provider.requests[at + 1]?.text).toBe(provider.requests[at]?.text)
    const said = (await logged())['claude-r'] ?? []
    expect(new Set(said.filter((line) => line.startsWith('assistant'))).size).toBe(14)
    expect(said.length).toBe(1 + 13 + 14)
  })

  test('refused for a reason of its own: the original goes out, and where that is too long the client is told so', async () => {
    let isOdd = false
    const odd = { fault: { kind: 'status' as const, status: 400 as const, message: 'messages.1: something is odd' } }
    await start(
      (call) => {
        if (!isOdd) return reading(call)
        isOdd = false
        return odd
      },
      { window: 16_000, provider: { window: 16_000 } },
    )
    const client = claude({ 'x-claude-code-session-id': 'odd' })
    const messages = await loop(client, 12)
    isOdd = true
    await expect(client.messages.create(ask(...messages))).rejects.toThrow(/too long/)
    expect(provider.requests.slice(-2).map((one) => one.status)).toEqual([400, 400])
    expect(provider.requests.at(-1)?.body['messages']).toHaveLength(messages.length)
    // The agent compacts by itself, and goes on.
    expect(await client.messages.create(ask(user('A summary of all that was.')))).toMatchObject({ role: 'assistant' })
  })

  test('too long, and it gets no smaller: the refusal is handed on, the longer original is not tried', async () => {
    await start(reading, { window: 60_000, provider: { window: 16_000 } })
    const client = claude({ 'x-claude-code-session-id': 'long' })
    const shell = [{ name: 'bash', input_schema: { type: 'object' as const } }]
    const messages: Anthropic.MessageParam[] = [
      user('Build it.'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'make' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: big(1) }] },
    ]
    const system = Array.from({ length: 4_000 }, (_, n) => `rule ${n} of the house`).join('\n')
    await expect(client.messages.create({ ...ask(...messages), tools: shell, system })).rejects.toThrow(/too long/)
    expect(provider.requests.length).toBeLessThanOrEqual(2)
    for (const { text } of provider.requests) expect(text).not.toContain(JSON.stringify(big(1)).slice(1, -1))
  })

  test('R-6: a refusal of old thinking is mended and sent once more', async () => {
    await start([{ text: 'ok' }], { provider: { bindsThinking: () => true } })
    const thinking: Anthropic.MessageParam = {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'AAAA' },
        { type: 'text', text: 'done' },
      ],
    }
    const request = {
      ...ask(user('a'), thinking, user('b')),
      max_tokens: 3000,
      thinking: { type: 'enabled' as const, budget_tokens: 1024 },
    }
    const reply = await claude({ 'x-claude-code-session-id': 't' }).messages.create(request)
    expect(reply.content).toMatchObject([{ text: 'ok' }])
    expect(provider.requests.map((one) => one.status)).toEqual([400, 200])
    expect(provider.requests[1]?.text).not.toContain('signature')
    expect(provider.requests[1]?.text).toContain('done')
    const on = { ...request, messages: [...request.messages, { role: 'assistant' as const, content: 'ok' }, user('c')] }
    await claude({ 'x-claude-code-session-id': 't' }).messages.create(on)
    expect(provider.requests.map((one) => one.status)).toEqual([400, 200, 200])
  })
})
