import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { ChatOpenAI } from '@langchain/openai'
import { Agent as MastraAgent } from '@mastra/core/agent'
import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import { generateText, wrapLanguageModel } from 'ai'
import { createDaypack, type Session } from 'daypack'
import * as aiSdk from 'daypack/hosts/ai-sdk'
import * as anthropic from 'daypack/hosts/anthropic'
import * as gemini from 'daypack/hosts/gemini'
import * as langchain from 'daypack/hosts/langchain'
import * as mastra from 'daypack/hosts/mastra'
import * as openai from 'daypack/hosts/openai'
import * as agents from 'daypack/hosts/openai-agents'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { startProvider, type ScriptedProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'

const SYSTEM = 'You are the receptionist of a dental practice.'
const SAID =
  'I am allergic to penicillin, and my daughter is called Runa. What do I bring to the appointment on Monday?'
const user = { role: 'user' as const, content: SAID }
const claude = (url: string) => createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })('claude-opus-4-5')

/** One turn of a conversation through each host, as its documentation says. */
const HOSTS: Readonly<Record<string, (url: string, session: Session) => Promise<unknown>>> = {
  'ai-sdk middleware': (url, session) =>
    generateText({
      model: wrapLanguageModel({ model: claude(url), middleware: aiSdk.daypackMiddleware(session) }),
      instructions: SYSTEM,
      prompt: SAID,
    }),
  'ai-sdk steps': (url, session) =>
    generateText({ model: claude(url), instructions: SYSTEM, prompt: SAID, ...aiSdk.daypackSteps(session) }),
  anthropic: (url, session) =>
    new Anthropic({
      apiKey: 'test',
      baseURL: url,
      maxRetries: 0,
      middleware: [anthropic.daypackMiddleware(session)],
    }).messages.create({ model: 'claude-opus-4-5', max_tokens: 100, system: SYSTEM, messages: [user] }),
  openai: (url, session) =>
    openai
      .withDaypack(new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, maxRetries: 0 }), session)
      .chat.completions.create({ model: 'gpt-5', messages: [{ role: 'system', content: SYSTEM }, user] }),
  gemini: (url, session) =>
    gemini
      .withDaypack(new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: url } }), session)
      .models.generateContent({ model: 'gemini-3-pro', contents: SAID, config: { systemInstruction: SYSTEM } }),
  langchain: (url, session) =>
    createAgent({
      model: new ChatOpenAI({
        model: 'gpt-5.6',
        apiKey: 'test',
        maxRetries: 0,
        configuration: { baseURL: `${url}/v1` },
      }),
      tools: [],
      systemPrompt: SYSTEM,
      middleware: [langchain.daypackMiddleware(session)],
    }).invoke({ messages: [user] }),
  mastra: (url, session) =>
    new MastraAgent({
      id: 'desk',
      name: 'desk',
      instructions: SYSTEM,
      model: claude(url) as never,
      inputProcessors: [mastra.daypackProcessor(session)],
    }).generate(SAID),
  'openai-agents': async (url, session) => {
    const modelProvider = new OpenAIProvider({ apiKey: 'test', baseURL: `${url}/v1`, useResponses: true })
    const agent = new Agent({
      name: 'desk',
      instructions: SYSTEM,
      model: await modelProvider.getModel('gpt-5.6'),
    })
    return new Runner({ tracingDisabled: true }).run(agent, SAID, agents.daypackAgents(session))
  },
}

/** What a model is asked for notes is the one request without the conversation's own system prompt. */
function ownCalls({ requests }: ScriptedProvider): number {
  return requests.filter(({ body }) => !JSON.stringify(body).includes(SYSTEM)).length
}

function notedIn(dir: string): string {
  const folder = join(dir, 'memory')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

test.each(Object.keys(HOSTS))('G-02: %s: noted on close, with its own model, in one call', async (name) => {
  const dir = temporary()
  const provider = await startProvider({ script: () => ({ text: 'Bring your card.' }) })
  const pack = await createDaypack({ dir, window: 100_000, memory: { tuning: { watch: false } } })
  await HOSTS[name]?.(provider.url, await pack.session('one'))
  expect(ownCalls(provider)).toBe(0)
  await pack.close()
  expect(ownCalls(provider)).toBe(1)
  expect(notedIn(dir)).toContain('penicillin')
  expect(notedIn(dir).match(/Runa/g)).toHaveLength(1)
  await provider.close()
})
