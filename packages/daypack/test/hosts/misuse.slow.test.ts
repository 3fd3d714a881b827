import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { ChatOpenAI } from '@langchain/openai'
import { Agent as MastraAgent } from '@mastra/core/agent'
import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import { generateText, wrapLanguageModel } from 'ai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/index.ts'
import * as aiSdk from '../../src/hosts/ai-sdk.ts'
import * as anthropic from '../../src/hosts/anthropic.ts'
import * as gemini from '../../src/hosts/gemini.ts'
import * as langchain from '../../src/hosts/langchain.ts'
import * as mastra from '../../src/hosts/mastra.ts'
import * as agents from '../../src/hosts/openai-agents.ts'
import * as openai from '../../src/hosts/openai.ts'
import type { Session } from '../../src/session/session.ts'
import { providerFor } from './provider-each.ts'

type Say = (url: string, session: Session, text: string) => Promise<unknown>

const claude = 'claude-haiku-4-5'
const gpt = 'gpt-5.4'

/** One question through each host, with the real client of its maker. */
const HOSTS: Readonly<Record<string, Say>> = {
  anthropic: async (url, session, content) => {
    const middleware = [anthropic.daypackMiddleware(session)]
    const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0, middleware })
    return client.messages.create({ model: claude, max_tokens: 100, messages: [{ role: 'user', content }] })
  },
  openai: async (url, session, content) => {
    const client = openai.withDaypack(new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 }), session)
    return client.chat.completions.create({ model: gpt, messages: [{ role: 'user', content }] })
  },
  gemini: async (url, session, text) => {
    const client = gemini.withDaypack(new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } }), session)
    return (await client.models.generateContent({ model: 'gemini-2.5-pro', contents: text })).candidates
  },
  'ai-sdk': async (url, session, prompt) => {
    const model = createAnthropic({ apiKey: 'k', baseURL: `${url}/v1` })(claude)
    const wrapped = wrapLanguageModel({ model, middleware: aiSdk.daypackMiddleware(session) })
    return (await generateText({ model: wrapped, prompt, maxOutputTokens: 100, maxRetries: 0 })).text
  },
  langchain: async (url, session, content) => {
    const configuration = { baseURL: `${url}/v1` }
    const model = new ChatOpenAI({ model: gpt, apiKey: 'k', maxRetries: 0, useResponsesApi: false, configuration })
    const agent = createAgent({ model, tools: [], middleware: [langchain.daypackMiddleware(session)] })
    return (await agent.invoke({ messages: [{ role: 'user', content }] as never })).messages.at(-1)?.content
  },
  mastra: async (url, session, content) => {
    const agent = new MastraAgent({
      id: 'one',
      name: 'one',
      instructions: 'Answer.',
      model: createAnthropic({ apiKey: 'k', baseURL: `${url}/v1` })(claude) as never,
      inputProcessors: [mastra.daypackProcessor(session)],
    })
    const settings = { modelSettings: { maxOutputTokens: 100, maxRetries: 0 } }
    return (await agent.generate([{ role: 'user', content }], settings)).text
  },
  'openai-agents': async (url, session, text) => {
    const agent = new Agent({ name: 'one', instructions: 'Answer.', model: gpt })
    const modelProvider = new OpenAIProvider({ apiKey: 'k', baseURL: `${url}/v1`, useResponses: true })
    const runner = new Runner({ modelProvider, tracingDisabled: true })
    return (await runner.run(agent, text, agents.daypackAgents(session))).finalOutput
  },
}

async function open() {
  const warnings: string[] = []
  for (const name of ['warn', 'error'] as const) {
    const spy = vi.spyOn(console, name).mockImplementation((...words) => void warnings.push(words.join(' ')))
    onTestFinished(() => spy.mockRestore())
  }
  const pack = await createDaypack({
    driver: memoryDriver({ now: Date.now }),
    memory: false,
    window: 2_000,
    warn: (line) => void warnings.push(line),
    tuning: { maxOutput: 100 },
  })
  onTestFinished(() => pack.close())
  const provider = await providerFor({ script: () => ({ text: 'Here I am.' }) })
  return { pack, provider, warnings }
}

/** It holds the conversation itself: without a session there is nothing to run with, and that is said before any request. */
const HOLDS = 'openai-agents'

test.each(Object.entries(HOSTS).filter(([name]) => name !== HOLDS))(
  'G-105: %s with a promise, the pack or nothing for a session: said at once, and the request goes out',
  async (_, say) => {
    const { pack, provider, warnings } = await open()
    for (const wrong of [pack.session('s'), pack, undefined, 'my-session'])
      expect(JSON.stringify(await say(provider.url, wrong as never, 'Hello there.'))).toContain('Here I am.')
    expect(provider.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const words of [
      'a promise: write `await pack.session',
      'the pack: write',
      'undefined, not a session',
      'string, not',
    ])
      expect(warnings.join('\n')).toContain(words)
  },
)

test(`G-105: ${HOLDS} says before the first request that it was given no session`, async () => {
  const { pack } = await open()
  for (const wrong of [pack.session('s'), pack, undefined])
    expect(() => agents.daypackAgents(wrong as never)).toThrow(/daypackAgents was given .*write `await pack\.session/)
})

test.each(Object.entries(HOSTS))('G-105: %s sends a message that is larger than the window', async (_, say) => {
  const { pack, provider, warnings } = await open()
  const long = 'All of these words are mine. '.repeat(1_000)
  const session = await pack.session('s')
  expect(JSON.stringify(await say(provider.url, session, long))).toContain('Here I am.')
  expect(provider.requests[0]?.text).toContain(long.trim())
  expect(warnings.join('\n')).toMatch(/too large|larger than/)
})
