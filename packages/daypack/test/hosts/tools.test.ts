import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { Agent as MastraAgent } from '@mastra/core/agent'
import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import { generateText, isStepCount } from 'ai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import * as aiSdk from '../../src/hosts/ai-sdk.ts'
import * as anthropic from '../../src/hosts/anthropic.ts'
import * as langchain from '../../src/hosts/langchain.ts'
import * as mastra from '../../src/hosts/mastra.ts'
import * as agents from '../../src/hosts/openai-agents.ts'
import * as openai from '../../src/hosts/openai.ts'
import type { ModelTool } from '../../src/model/tool.ts'
import type { Session } from '../../src/session/session.ts'
import { startProvider } from '../../../daypack-testing/src/provider/index.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()
const model = 'claude-opus-4-5'
const ASK = 'What did I say about the anchor?'

type Ask = (url: string, tools: readonly ModelTool[], session: Session) => Promise<unknown>

const HOSTS: readonly (readonly [string, Ask])[] = [
  [
    'ai-sdk',
    (url, tools) => {
      const provider = createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })
      return generateText({
        model: provider(model),
        prompt: ASK,
        tools: aiSdk.daypackTools(tools),
        stopWhen: isStepCount(3),
      })
    },
  ],
  [
    'mastra',
    (url, tools) => {
      const provider = createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })
      const agent = new MastraAgent({
        id: 'a',
        name: 'a',
        instructions: 'Be brief.',
        model: provider(model) as never,
        tools: mastra.daypackTools(tools),
      })
      return agent.generate(ASK)
    },
  ],
  [
    'anthropic',
    (url, tools) => {
      const client = new Anthropic({ apiKey: 'test', baseURL: url })
      const messages = [{ role: 'user' as const, content: ASK }]
      return client.beta.messages
        .toolRunner({ model, max_tokens: 100, messages, tools: anthropic.daypackTools(tools), thread: false })
        .runUntilDone()
    },
  ],
  [
    'openai',
    async (url, tools) => {
      const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1` })
      const { responses, run } = openai.daypackTools(tools)
      const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: ASK }]
      const first = await client.responses.create({ model: 'gpt-5.6', input, tools: [...responses] })
      for (const item of first.output) {
        if (item.type !== 'function_call') continue
        input.push(item, {
          type: 'function_call_output',
          call_id: item.call_id,
          output: (await run(item.name, item.arguments)) ?? '',
        })
      }
      await client.responses.create({ model: 'gpt-5.6', input, tools: [...responses] })
    },
  ],
  [
    'openai-agents',
    (url, tools) => {
      const modelProvider = new OpenAIProvider({ apiKey: 'test', baseURL: `${url}/v1`, useResponses: true })
      const agent = new Agent({ name: 'a', model: 'gpt-5.6', tools: agents.daypackTools(tools) })
      return new Runner({ modelProvider, tracingDisabled: true }).run(agent, ASK)
    },
  ],
  [
    'langchain',
    (url, tools, session) => {
      const chat = new ChatOpenAI({ model: 'gpt-5.6', apiKey: 'test', configuration: { baseURL: `${url}/v1` } })
      return createAgent({
        model: chat,
        tools: [],
        middleware: [langchain.daypackMiddleware(session, { tools })],
      }).invoke({ messages: [{ role: 'user', content: ASK }] })
    },
  ],
]

test.each(HOSTS)('%s: the model reads back what it no longer sees', async (name, ask) => {
  const provider = await startProvider({
    script: [{ calls: [{ tool: 'recall', input: { query: 'anchor chain' } }] }, { text: 'Six.' }],
  })
  const pack = await createDaypack({ dir })
  const past = await pack.session(`past-${name}`)
  await past.append({ role: 'user', blocks: [{ type: 'text', text: 'The anchor chain has six links missing.' }] })
  await past.append({ role: 'assistant', blocks: [{ type: 'text', text: 'Noted.' }] })
  await past.compact()
  await ask(provider.url, pack.tools(past), await pack.session(`now-${name}`))
  expect(provider.requests.map((request) => request.status)).toEqual([200, 200])
  expect(JSON.stringify(provider.requests[0]?.body['tools'])).toContain('read_ref')
  expect(provider.requests[1]?.text).toContain('six links missing')
  await pack.close()
  await provider.close()
})
