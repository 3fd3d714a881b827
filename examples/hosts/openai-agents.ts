// The OpenAI Agents SDK: the history lives in the session, and every call fits.
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { daypackAgents } from 'daypack/hosts/openai-agents'
import { z } from 'zod'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('OPENAI_API_KEY')
const modelProvider = new OpenAIProvider({ apiKey, useResponses: true, ...(url ? { baseURL: `${url}/v1` } : {}) })
const runner = new Runner({ modelProvider, tracingDisabled: true })

const read_page = tool({
  name: 'read_page',
  description: 'Read one page of the log.',
  parameters: z.object({ day: z.number() }),
  execute: ({ day }) => readPage(day),
})
const agent = new Agent({ name: 'Bookkeeper', instructions: SYSTEM, model: 'gpt-5.5', tools: [read_page] })

const memory = daypackAgents(session)
const answers: string[] = []
for (const question of QUESTIONS) {
  const { finalOutput } = await runner.run(agent, question, { maxTurns: 60, ...memory })
  answers.push(String(finalOutput))
}
await done(answers)
