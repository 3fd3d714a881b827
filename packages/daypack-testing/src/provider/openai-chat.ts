import type { Billed, Json } from 'daypack'
import { chatRules, type JsonObject } from 'daypack/internal'
import { arrayOf, objectOf, textOf, without } from './json.ts'
import { openAiError, overflow, TOO_LONG } from './openai.ts'
import { prefixCache } from './prefix-cache.ts'
import type { ProviderParts } from './server.ts'
import type { StreamShape } from './script.ts'
import { deltas, measurePrompt, type StreamEvent, type Wire } from './wire.ts'

export function chatWire(parts: ProviderParts): Wire {
  const cache = prefixCache({ now: parts.now, ttlMs: parts.prefixTtlMs })

  return {
    name: 'openai-chat',
    rules: chatRules,
    measure: (body) =>
      measurePrompt(promptOf(body), parts.count, (tokens) =>
        overflow(tokens, parts.window, 'C-overflow', TOO_LONG(parts.window, tokens), 'messages'),
      ),
    answer(body, reply, { shown, promptTokens }) {
      const model = textOf(body['model'])
      const cached = cache.read(`${model}\0${textOf(body['prompt_cache_key'])}`, shown, promptTokens)
      const calls = (reply.calls ?? []).map((call) => ({
        id: call.id ?? parts.id('call'),
        type: 'function',
        function: { name: call.tool, arguments: JSON.stringify(call.input) },
      }))
      const message: JsonObject = {
        role: 'assistant',
        content: reply.text ?? null,
        refusal: null,
        ...(reply.thinking === undefined ? {} : { reasoning_content: reply.thinking }),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      }
      const output = reply.outputTokens ?? Math.max(1, parts.count(JSON.stringify(message)))
      const usage = {
        prompt_tokens: promptTokens,
        completion_tokens: output,
        total_tokens: promptTokens + output,
        prompt_tokens_details: { cached_tokens: cached },
      }
      const billed: Billed = { input: promptTokens - cached, cacheRead: cached, cacheWrite: 0, output, model }
      if (reply.raw) return { body: { ...reply.raw, usage }, billed }
      const choice = {
        index: 0,
        message,
        logprobs: null,
        finish_reason: reply.stop ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
      }
      const created = Math.floor(parts.now() / 1000)
      return {
        body: { id: parts.id('chatcmpl'), object: 'chat.completion', created, model, choices: [choice], usage },
        billed,
      }
    },
    events: chatEvents,
    error: openAiError,
    streamError: () => ({
      data: openAiError({ status: 500, message: 'The server had an error while processing your request.' }),
    }),
  }
}

function promptOf(body: JsonObject): string {
  const tools = arrayOf(body['tools']).map((tool) => JSON.stringify(tool))
  return [...tools, ...arrayOf(body['messages']).map((message) => JSON.stringify(message))].join('\n')
}

function chatEvents(response: JsonObject, request: JsonObject, shape: StreamShape): StreamEvent[] {
  const base = { ...without(response, 'choices', 'usage'), object: 'chat.completion.chunk' }
  const choice = objectOf(arrayOf(response['choices'])[0])
  const message = objectOf(choice['message'])
  const events: StreamEvent[] = []
  const push = (delta: JsonObject, finish: Json = null) =>
    void events.push({ data: { ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] } })
  push({ role: 'assistant', content: message['content'] === null ? null : '', refusal: null })
  for (const text of deltas(textOf(message['reasoning_content']), shape.deltaChars)) push({ reasoning_content: text })
  for (const text of deltas(textOf(message['content']), shape.deltaChars)) push({ content: text })
  arrayOf(message['tool_calls']).forEach((value, index) => {
    const call = objectOf(value)
    const called = objectOf(call['function'])
    push({
      tool_calls: [{ index, ...without(call, 'function'), function: { name: called['name'] ?? '', arguments: '' } }],
    })
    for (const text of deltas(textOf(called['arguments']), shape.deltaChars)) {
      push({ tool_calls: [{ index, function: { arguments: text } }] })
    }
  })
  push({}, choice['finish_reason'] ?? 'stop')
  if (objectOf(request['stream_options'])['include_usage'] === true) {
    events.push({ data: { ...base, choices: [], usage: response['usage'] ?? null } })
  }
  return [...events, { data: '[DONE]' }]
}
