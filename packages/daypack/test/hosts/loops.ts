import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { QUESTIONS, readPage, SYSTEM } from '../../../../examples/hosts/voyage.ts'

const claude = 'claude-opus-4-5'
const gpt = 'gpt-5.6'
const parameters = { type: 'object' as const, properties: { day: { type: 'integer' } } }
const page = (args: unknown) => readPage((args as { day: number }).day)

/** A hand-written loop with streams, the whole history resent each time. */
export async function anthropicLoop(
  client: Anthropic,
  extra: Partial<Anthropic.MessageCreateParams> = {},
): Promise<string[]> {
  const tools = [{ name: 'read_page', description: 'Read one page of the log.', input_schema: parameters }]
  const messages: Anthropic.MessageParam[] = []
  const answers: string[] = []
  for (const question of QUESTIONS) {
    messages.push({ role: 'user', content: question })
    for (;;) {
      const cache_control = { type: 'ephemeral' as const }
      const ask = { model: claude, max_tokens: 1000, system: SYSTEM, tools, messages, cache_control, ...extra }
      const { content } = await client.messages.stream(ask).finalMessage()
      messages.push({ role: 'assistant', content })
      const calls = content.filter((block) => block.type === 'tool_use')
      if (calls.length > 0) {
        messages.push({
          role: 'user',
          content: calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: page(call.input) })),
        })
        continue
      }
      answers.push(content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''))
      break
    }
  }
  return answers
}

export async function chatLoop(client: OpenAI): Promise<string[]> {
  const tools = [{ type: 'function' as const, function: { name: 'read_page', parameters } }]
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: SYSTEM }]
  const answers: string[] = []
  for (const content of QUESTIONS) {
    messages.push({ role: 'user', content })
    for (;;) {
      const ask = { model: gpt, messages, max_completion_tokens: 1000, tools, stream_options: { include_usage: true } }
      const { choices } = await client.chat.completions.stream(ask).finalChatCompletion()
      const reply = choices[0]?.message
      const calls = reply?.tool_calls ?? []
      messages.push({
        role: 'assistant',
        content: reply?.content ?? null,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      })
      for (const call of calls) {
        if (call.type === 'function')
          messages.push({ role: 'tool', tool_call_id: call.id, content: page(JSON.parse(call.function.arguments)) })
      }
      if (calls.length > 0) continue
      answers.push(reply?.content ?? '')
      break
    }
  }
  return answers
}

export async function responsesLoop(client: OpenAI): Promise<string[]> {
  const tools = [{ type: 'function' as const, name: 'read_page', parameters, strict: false }]
  const input: OpenAI.Responses.ResponseInput = []
  const answers: string[] = []
  for (const content of QUESTIONS) {
    input.push({ role: 'user', content })
    for (;;) {
      const ask = { model: gpt, instructions: SYSTEM, input, store: false, max_output_tokens: 1000, tools }
      const reply = await client.responses.create({ ...ask, include: ['reasoning.encrypted_content'] })
      input.push(...(reply.output as OpenAI.Responses.ResponseInputItem[]))
      const calls = reply.output.filter((item) => item.type === 'function_call')
      for (const call of calls)
        input.push({ type: 'function_call_output', call_id: call.call_id, output: page(JSON.parse(call.arguments)) })
      if (calls.length > 0) continue
      answers.push(reply.output_text)
      break
    }
  }
  return answers
}
