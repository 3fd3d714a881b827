import Anthropic from '@anthropic-ai/sdk'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'
import { daypack, project, started } from '../../packages/cli/test/run.ts'

// Ann and Bob use one proxy, each with a key of their own. Both ask the same, and Ann starts three agents at once with the
// same prompt. Nobody's words come into another's request, and the status shows one line for each agent.

const at = project()
const PROMPT = 'Read the notes and tell me what they say.'
const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
let provider: ScriptedProvider
let proxy: ReturnType<typeof started>
let url: string

beforeAll(async () => {
  provider = await startProvider({
    script: ({ index }) => ({ text: `Look ${index}.`, calls: [{ tool: 'read', input: { path: 'notes.md' } }] }),
    window: 200_000,
  })
  proxy = started(at, ['proxy', '--port', '0', '--window', '20000', '--anthropic-url', provider.url])
  url = await proxyAddress(proxy.child)
})
afterAll(async () => {
  proxy.child.kill('SIGTERM')
  await proxy.ended
  await provider.close()
  at.remove()
})

/** An agent without a session id of its own, as pi, Qwen Code and Gemini CLI are. */
function agentOf(person: string, n: number, before: readonly Anthropic.MessageParam[] = []) {
  const client = new Anthropic({ apiKey: `key-of-${person}`, baseURL: url, maxRetries: 0 })
  const secret = `the secret of ${person} ${n}`
  const messages: Anthropic.MessageParam[] = before.length > 0 ? [...before] : [{ role: 'user', content: PROMPT }]
  return {
    secret,
    messages,
    /** Asks, does what it is told, and holds it all. */
    async turn(): Promise<void> {
      const { content } = await client.messages.create({ model: 'claude-opus-4-5', max_tokens: 100, tools, messages })
      const call = content.find((block) => block.type === 'tool_use')
      const text = `${secret}\n${'a line of the notes, which are long\n'.repeat(300)}`
      messages.push({ role: 'assistant', content })
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: text }] })
    },
  }
}

test('two people and four agents with the same prompt are four sessions, and nobody reads another', async () => {
  const agents = [agentOf('ann', 1), agentOf('ann', 2), agentOf('ann', 3), agentOf('bob', 1)]
  for (let n = 0; n < 12; n++) await Promise.all(agents.map((one) => one.turn()))

  for (const { text, headers, status } of provider.requests) {
    expect(status).toBe(200)
    const told = agents.filter(({ secret }) => text.includes(secret))
    expect(told.length).toBeLessThanOrEqual(1)
    for (const { secret } of told)
      expect(secret).toContain(String(headers['authorization']).replace('Bearer key-of-', ''))
  }

  // Bob goes on from what Ann's first agent was told, with his own key: that is a session of his own.
  await agentOf('bob', 2, agents[0]?.messages).turn()

  const shown = await daypack(at, ['proxy', '--status', '--port', new URL(url).port, '--json'])
  const { sessions, failedOpen } = JSON.parse(shown.out) as {
    sessions: { requests: number; epochs: number }[]
    failedOpen: number
  }
  expect(failedOpen).toBe(0)
  expect(sessions.map((one) => one.requests)).toEqual([12, 12, 12, 12, 1])
  // Each outgrew the window by itself, not because the others came in between.
  for (const { epochs } of sessions) expect(epochs).toBeLessThan(8)
})
