// The AI SDK with a wrapped model: two questions, 44 pages, a window that holds a third of them.
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, isStepCount, jsonSchema, tool, wrapLanguageModel, type ModelMessage } from 'ai'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('ANTHROPIC_API_KEY')
const provider = createAnthropic({ apiKey, ...(url ? { baseURL: `${url}/v1` } : {}) })
const model = wrapLanguageModel({ model: provider('claude-opus-4-5'), middleware: daypackMiddleware(session) })

const read_page = tool({
  description: 'Read one page of the log.',
  inputSchema: jsonSchema<{ day: number }>({
    type: 'object',
    properties: { day: { type: 'integer' } },
    required: ['day'],
  }),
  execute: ({ day }) => readPage(day),
})

const messages: ModelMessage[] = []
const answers: string[] = []
for (const content of QUESTIONS) {
  messages.push({ role: 'user', content })
  const stopWhen = isStepCount(60)
  const reply = await generateText({
    model,
    instructions: SYSTEM,
    tools: { read_page },
    messages,
    stopWhen,
    maxOutputTokens: 1_000,
  })
  messages.push(...reply.responseMessages)
  answers.push(reply.text)
}
await done(answers)
