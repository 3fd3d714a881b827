import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { withDaypack } from '../../src/hosts/openai.ts'
import type { Session } from '../../src/session/session.ts'
import { prove, type Drive } from './prove.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const model = 'gpt-5.6'
const parameters = { type: 'object', properties: { day: { type: 'integer' } } }
const page = (args: string) => readPage((JSON.parse(args) as { day: number }).day)

function clientFor(url: string, session: Session | undefined): OpenAI {
  const client = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, maxRetries: 0 })
  return session ? withDaypack(client, session) : client
}

const chat: Drive = async (url, session) => {
  const client = clientFor(url, session)
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: SYSTEM }]
  const answers: string[] = []
  for (const content of QUESTIONS) {
    messages.push({ role: 'user', content })
    for (;;) {
      const ask = { model, messages, max_completion_tokens: 1000, tools: [{ type: 'function' as const, function: { name: 'read_page', parameters } }] }
      const { choices } = await client.chat.completions.stream({ ...ask, stream_options: { include_usage: true } }).finalChatCompletion()
      const reply = choices[0]?.message
      if (!reply) throw new Error('no reply')
      messages.push({ role: 'assistant', content: reply.content, ...(reply.tool_calls ? { tool_calls: reply.tool_calls } : {}) })
      for (const call of reply.tool_calls ?? []) {
        if (call.type === 'function') messages.push({ role: 'tool', tool_call_id: call.id, content: page(call.function.arguments) })
      }
      if (reply.tool_calls?.length) continue
      answers.push(reply.content ?? '')
      break
    }
  }
  return answers
}

const responses: Drive = async (url, session) => {
  const client = clientFor(url, session)
  const input: OpenAI.Responses.ResponseInput = []
  const answers: string[] = []
  for (const content of QUESTIONS) {
    input.push({ role: 'user', content })
    for (;;) {
      const reply = await client.responses.create({
        model,
        instructions: SYSTEM,
        input,
        store: false,
        max_output_tokens: 1000,
        include: ['reasoning.encrypted_content'],
        tools: [{ type: 'function', name: 'read_page', parameters, strict: false }],
      })
      input.push(...(reply.output as OpenAI.Responses.ResponseInputItem[]))
      const calls = reply.output.filter((item) => item.type === 'function_call')
      for (const call of calls) input.push({ type: 'function_call_output', call_id: call.call_id, output: page(call.arguments) })
      if (calls.length > 0) continue
      answers.push(reply.output_text)
      break
    }
  }
  return answers
}

test('chat completions, streamed', async () => {
  expect(await prove('openai chat', chat)).toBeDefined()
})

test('responses with reasoning items', async () => {
  const dress = { dress: (reply: object, index: number) => ({ ...reply, thinking: `I think of page ${index}.` }) }
  expect(await prove('openai responses', responses, dress)).toBeDefined()
})
