// The Anthropic SDK with its tool runner: the middleware is all that is added.
import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { daypackMiddleware } from 'daypack/hosts/anthropic'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('ANTHROPIC_API_KEY')
const client = new Anthropic({ apiKey, middleware: [daypackMiddleware(session)], ...(url ? { baseURL: url } : {}) })

const read_page = betaTool({
  name: 'read_page',
  description: 'Read one page of the log.',
  inputSchema: { type: 'object', properties: { day: { type: 'integer' } }, required: ['day'] } as const,
  run: ({ day }) => readPage(day),
})

let messages: Anthropic.Beta.BetaMessageParam[] = []
const answers: string[] = []
for (const content of QUESTIONS) {
  const runner = client.beta.messages.toolRunner({
    model: 'claude-opus-4-5',
    max_tokens: 1_000,
    system: SYSTEM,
    tools: [read_page],
    messages: [...messages, { role: 'user', content }],
    cache_control: { type: 'ephemeral' },
    thread: false,
  })
  const reply = await runner.runUntilDone()
  messages = [...runner.params.messages]
  answers.push(reply.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''))
}
await done(answers)
