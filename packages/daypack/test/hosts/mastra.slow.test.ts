import { createAnthropic } from '@ai-sdk/anthropic'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { daypackProcessor } from '../../src/hosts/mastra.ts'
import { prove, type Drive } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const read_page = createTool({
  id: 'read_page',
  description: 'Read one page of the log.',
  inputSchema: z.object({ day: z.number() }),
  execute: async ({ day }) => readPage(day),
})

const drive: Drive = async (url, session) => {
  const agent = new Agent({
    id: 'bookkeeper',
    name: 'bookkeeper',
    instructions: SYSTEM,
    model: createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })('claude-opus-4-5') as never,
    tools: { read_page },
    inputProcessors: session ? [daypackProcessor(session)] : [],
  })
  const settings = {
    maxSteps: 60,
    modelSettings: { maxOutputTokens: 1000, maxRetries: 0 },
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } },
  }
  const messages: unknown[] = []
  const answers: string[] = []
  for (const content of QUESTIONS) {
    messages.push({ role: 'user', content })
    const reply = await agent.generate(messages as never, settings)
    messages.push(...(reply.response.messages ?? []))
    answers.push(reply.text)
  }
  return answers
}

test('an agent with the processor', async () => {
  expect(await prove('mastra', drive)).toBeDefined()
})
