// An agent works behind the proxy. In another terminal its person watches: who is at work, what it costs, and a link to the
// inspector, which follows the agent live and is gone when they stop watching.
import Anthropic from '@anthropic-ai/sdk'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import type { Outline, SessionRow } from 'daypack-inspector/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { project, started, until } from '../../packages/cli/test/run.ts'

const at = project()
let provider: ScriptedProvider
let proxy: ReturnType<typeof said>

beforeAll(async () => {
  provider = await startProvider({ script: ({ index }) => ({ text: `Answer ${index}.` }) })
  proxy = said(['proxy', '--port', '0', '--anthropic-url', provider.url])
})
afterAll(async () => {
  await proxy.stop()
  await provider.close()
  at.remove()
})

/** A command that runs, and what it has said so far. */
function said(args: readonly string[]) {
  const { child, ended } = started(at, args)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()))
  return {
    shows: (words: RegExp) => until(() => words.exec(text)?.[1]),
    async stop() {
      child.kill('SIGINT')
      return (await ended).code
    },
  }
}

test('sessions and cost as they go, and a link to a live inspector', async () => {
  const url = await proxy.shows(/listening on (http:\S+);/)
  const watch = said(['proxy', '--watch', '--port', new URL(url).port])
  const link = await watch.shows(/No session yet\.[^]*Look inside: (http:\/\/127\.0\.0\.1:\d+\/\S+)/)
  expect(await (await fetch(link)).text()).toContain('<title>')
  expect(await get<SessionRow[]>(link, 'sessions')).toEqual([])

  const agent = new Anthropic({ apiKey: 'k', baseURL: url, defaultHeaders: { 'x-claude-code-session-id': 'berth' } })
  const messages: Anthropic.MessageParam[] = []
  const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
  for (const [index, question] of ['Which berth is free?', 'And tomorrow?'].entries()) {
    messages.push({ role: 'user', content: question })
    const reply = await agent.messages.create({ model: 'claude-opus-4-5', max_tokens: 100, tools, messages })
    messages.push({ role: 'assistant', content: reply.content })
    await watch.shows(new RegExp(`(claude-berth +${index + 1} )`))
  }
  const [row] = await get<SessionRow[]>(link, 'sessions')
  expect(row?.id).toBe('claude-berth')
  expect((await get<Outline>(link, 's/claude-berth/outline')).requests.total).toHaveLength(2)

  expect(await watch.stop()).toBe(0)
  await expect(fetch(link)).rejects.toThrow()
})

async function get<T>(link: string, path: string): Promise<T> {
  return (await (await fetch(`${link}api/${path}`)).json()) as T
}
