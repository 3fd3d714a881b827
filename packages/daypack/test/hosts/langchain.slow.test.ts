import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, type BaseMessage } from 'langchain'
import { expect, test } from 'vitest'
import { daypackMiddleware } from '../../src/hosts/langchain.ts'
import { prove, type Drive } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const schema = { type: 'object', properties: { day: { type: 'integer' } } } as const
const read = tool(({ day }: { day: number }) => readPage(day), {
  name: 'read_page',
  description: 'Read one page of the log.',
  schema,
})

function modelAt(url: string): ChatOpenAI {
  return new ChatOpenAI({
    model: 'gpt-5.6',
    apiKey: 'test',
    maxRetries: 0,
    maxTokens: 1000,
    useResponsesApi: false,
    configuration: { baseURL: `${url}/v1` },
  })
}

const drive: Drive = async (url, session) => {
  const middleware = session ? [daypackMiddleware(session)] : []
  const agent = createAgent({ model: modelAt(url), tools: [read], systemPrompt: SYSTEM, middleware })
  let messages: BaseMessage[] = []
  const answers: string[] = []
  for (const question of QUESTIONS) {
    const state = await agent.invoke(
      { messages: [...messages, { role: 'user', content: question }] as never },
      { recursionLimit: 200 },
    )
    messages = state.messages
    answers.push(String(messages.at(-1)?.text))
  }
  return answers
}

test('createAgent with the middleware', async () => {
  expect(await prove('langchain', drive)).toBeDefined()
})
