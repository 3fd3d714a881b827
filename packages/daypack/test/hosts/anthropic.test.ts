import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import type { Session } from '../../src/session/session.ts'
import { prove } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const model = 'claude-opus-4-5'
const read = {
  name: 'read_page',
  description: 'Read one page of the log.',
  input_schema: { type: 'object' as const, properties: { day: { type: 'integer' } } },
}
const runnable = {
  ...read,
  type: 'custom' as const,
  run: ({ day }: { day: number }) => readPage(day),
  parse: (input: unknown) => input as { day: number },
}

function clientFor(url: string, session: Session | undefined): Anthropic {
  return new Anthropic({ apiKey: 'test', baseURL: url, maxRetries: 0, ...(session ? { middleware: [daypackMiddleware(session)] } : {}) })
}

/** A hand-written loop with streams, the whole history resent each time. */
async function loop(url: string, session: Session | undefined): Promise<string[]> {
  const client = clientFor(url, session)
  const messages: Anthropic.MessageParam[] = []
  const answers: string[] = []
  for (const question of QUESTIONS) {
    messages.push({ role: 'user', content: question })
    for (;;) {
      const ask = { model, max_tokens: 1000, system: SYSTEM, tools: [read], messages, cache_control: { type: 'ephemeral' as const } }
      const reply = await client.messages.stream(ask).finalMessage()
      messages.push({ role: 'assistant', content: reply.content })
      const calls = reply.content.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) break
      const results = calls.map((call) => ({ type: 'tool_result' as const, tool_use_id: call.id, content: readPage((call.input as { day: number }).day) }))
      messages.push({ role: 'user', content: results })
    }
    const last = messages.at(-1)?.content as Anthropic.ContentBlock[]
    answers.push(last.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''))
  }
  return answers
}

test('streams through the client middleware', async () => {
  expect(await prove('anthropic stream', loop)).toMatchObject({ epochs: expect.any(Number) })
})

test('the tool runner', async () => {
  const drive = async (url: string, session: Session | undefined) => {
    const client = clientFor(url, session)
    const answers: string[] = []
    let messages: Anthropic.Beta.BetaMessageParam[] = []
    for (const question of QUESTIONS) {
      const runner = client.beta.messages.toolRunner({
        model,
        max_tokens: 1000,
        system: SYSTEM,
        tools: [runnable],
        messages: [...messages, { role: 'user', content: question }],
        cache_control: { type: 'ephemeral' },
        thread: false,
      })
      const last = await runner.runUntilDone()
      messages = [...runner.params.messages]
      answers.push(last.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''))
    }
    return answers
  }
  expect(await prove('anthropic tool runner', drive)).toMatchObject({ epochs: expect.any(Number) })
})
