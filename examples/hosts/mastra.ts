// A Mastra agent with one input processor: memory and UI keep everything, the model gets what fits.
import { createAnthropic } from '@ai-sdk/anthropic'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { daypackProcessor } from 'daypack/hosts/mastra'
import { z } from 'zod'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('ANTHROPIC_API_KEY')
const provider = createAnthropic({ apiKey, ...(url ? { baseURL: `${url}/v1` } : {}) })

const read_page = createTool({
  id: 'read_page',
  description: 'Read one page of the log.',
  inputSchema: z.object({ day: z.number() }),
  execute: async ({ day }) => readPage(day),
})
const agent = new Agent({
  id: 'bookkeeper',
  name: 'Bookkeeper',
  instructions: SYSTEM,
  // Mastra's own type for models is wider than what they return.
  model: provider('claude-opus-4-5') as never,
  tools: { read_page },
  inputProcessors: [daypackProcessor(session)],
})

const messages: unknown[] = []
const answers: string[] = []
for (const content of QUESTIONS) {
  messages.push({ role: 'user', content })
  const reply = await agent.generate(messages as never, { maxSteps: 60, modelSettings: { maxOutputTokens: 1_000 } })
  messages.push(...(reply.response.messages ?? []))
  answers.push(reply.text)
}
await done(answers)
