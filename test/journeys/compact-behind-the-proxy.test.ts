import Anthropic from '@anthropic-ai/sdk'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'
import { daypack, project, started } from '../../packages/cli/test/run.ts'

// Somebody works with Claude Code behind the proxy until the history is three windows long, and then types /compact. Claude
// Code sends all of it with its question behind it, which no provider would take. The summary is written from what the
// conversation looks like behind the proxy, and the work goes on from it.

const at = project()
const WINDOW = 30_000
const QUESTION =
  'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to create a detailed summary.'
const SUMMARY = 'We read 60 modules; module 31 is the one to mend.'
const tools = [{ name: 'Read', input_schema: { type: 'object' as const } }]
let provider: ScriptedProvider
let proxy: ReturnType<typeof started>
let url: string

beforeAll(async () => {
  provider = await startProvider({
    script: ({ body, index }) =>
      JSON.stringify(body).includes('TEXT ONLY')
        ? { text: SUMMARY }
        : { text: `Module ${index}.`, calls: [{ tool: 'Read', input: { file_path: `/src/module-${index}.ts` } }] },
    window: WINDOW,
  })
  proxy = started(at, ['proxy', '--port', '0', '--window', String(WINDOW), '--anthropic-url', provider.url])
  url = await proxyAddress(proxy.child)
})
afterAll(async () => {
  proxy.child.kill('SIGTERM')
  await proxy.ended
  await provider.close()
  at.remove()
})

test('/compact is answered from the conversation as the proxy shows it, and the session continues', async () => {
  const headers = { 'x-claude-code-session-id': 'work' }
  const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0, defaultHeaders: headers })
  const say = (messages: Anthropic.MessageParam[]) =>
    client.messages.create({ model: 'claude-opus-4-5', max_tokens: 2_000, tools, messages })

  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Find the module that is broken.' }]
  for (let n = 0; n < 60; n++) {
    const { content } = await say(messages)
    const call = content.find((block) => block.type === 'tool_use')
    const text = `export const broken${n} = ${n === 31}\n${`// module ${n} has many lines that look alike\n`.repeat(150)}`
    messages.push({ role: 'assistant', content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: text }] })
  }
  expect(JSON.stringify(messages).length / 4).toBeGreaterThan(WINDOW * 3)

  const { content, usage } = await say([...messages, { role: 'user', content: QUESTION }])
  expect(content).toMatchObject([{ type: 'text', text: SUMMARY }])
  expect(usage.input_tokens + (usage.cache_read_input_tokens ?? 0)).toBeLessThan(WINDOW)
  expect(provider.requests.filter((request) => request.status !== 200)).toEqual([])

  const next = await say([{ role: 'user', content: `This session is being continued. The summary:\n${SUMMARY}` }])
  expect(next.content).toMatchObject([{ type: 'text' }, { type: 'tool_use' }])

  const shown = await daypack(at, ['proxy', '--status', '--port', new URL(url).port])
  expect(shown.out).toMatch(/^claude-work +61 /m)
  expect(shown.out).not.toContain('problem')
})
