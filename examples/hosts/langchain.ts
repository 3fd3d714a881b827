// LangChain's createAgent: the agent's state stays whole, model calls fit.
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { daypackMiddleware } from 'daypack/hosts/langchain'
import { createAgent, HumanMessage, type BaseMessage } from 'langchain'
import { z } from 'zod'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('OPENAI_API_KEY')
const model = new ChatOpenAI({
  model: 'gpt-5.5',
  apiKey,
  maxTokens: 1_000,
  ...(url ? { configuration: { baseURL: `${url}/v1` } } : {}),
})

const schema = z.object({ day: z.number() })
const readTool = tool(({ day }: z.infer<typeof schema>) => readPage(day), {
  name: 'read_page',
  description: 'Read one page of the log.',
  schema,
})
const agent = createAgent({ model, tools: [readTool], systemPrompt: SYSTEM, middleware: [daypackMiddleware(session)] })

let messages: BaseMessage[] = []
const answers: string[] = []
for (const question of QUESTIONS) {
  const state = await agent.invoke({ messages: [...messages, new HumanMessage(question)] }, { recursionLimit: 200 })
  messages = state.messages
  answers.push(String(messages.at(-1)?.text))
}
await done(answers)
