import type { Billed, Json, Tokens } from 'daypack'
import { type JsonObject, responsesRules } from 'daypack/internal'
import { arrayOf, objectOf, textOf } from './json.ts'
import { responsesEvents } from './openai-responses-events.ts'
import { openAiError, overflow } from './openai.ts'
import { prefixCache } from './prefix-cache.ts'
import type { ProviderParts } from './server.ts'
import type { ScriptedReply } from './script.ts'
import { measurePrompt, type Wire } from './wire.ts'

export function responsesWire(parts: ProviderParts): Wire {
  const cache = prefixCache({ now: parts.now, ttlMs: parts.prefixTtlMs })

  return {
    name: 'openai-responses',
    rules: responsesRules,
    measure(body) {
      const prompt = promptOf(body)
      const message = 'Your input exceeds the context window of this model. Please adjust your input and try again.'
      const tooLong = (tokens: Tokens) => overflow(tokens, parts.window, 'R-overflow', message, 'input')
      return { ...measurePrompt(prompt, parts.count, tooLong), detail: prompt }
    },
    answer(body, reply, { promptTokens, detail }) {
      const model = textOf(body['model'])
      const cached = cache.read(`${model}\0${textOf(body['prompt_cache_key'])}`, String(detail), promptTokens)
      const output = isCompacting(body) ? [sealedSummary(reply)] : outputOf(reply)
      const outputTokens = reply.outputTokens ?? Math.max(1, parts.count(JSON.stringify(output)))
      const usage = {
        input_tokens: promptTokens,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: reply.thinking === undefined ? 0 : parts.count(reply.thinking) },
        total_tokens: promptTokens + outputTokens,
      }
      const billed: Billed = {
        input: promptTokens - cached,
        cacheRead: cached,
        cacheWrite: 0,
        output: outputTokens,
        model,
      }
      if (reply.raw) return { body: { ...reply.raw, usage }, billed }
      const response: JsonObject = {
        id: parts.id('resp'),
        object: 'response',
        created_at: Math.floor(parts.now() / 1000),
        status: 'completed',
        error: null,
        incomplete_details: null,
        instructions: body['instructions'] ?? null,
        model,
        output,
        parallel_tool_calls: body['parallel_tool_calls'] ?? true,
        previous_response_id: null,
        tool_choice: body['tool_choice'] ?? 'auto',
        tools: body['tools'] ?? [],
        metadata: body['metadata'] ?? {},
        usage,
      }
      return { body: response, billed }
    },
    events: responsesEvents,
    error: openAiError,
    streamError: () => ({
      event: 'error',
      data: {
        type: 'error',
        code: 'server_error',
        message: 'The server had an error while processing your request.',
        param: null,
      },
    }),
  }

  /** What stands for a conversation from now on, legible to the provider alone. */
  function sealedSummary(reply: ScriptedReply): Json {
    const encrypted_content = Buffer.from(reply.text ?? '').toString('base64')
    return { id: parts.id('cmp'), type: 'compaction', encrypted_content }
  }

  function outputOf(reply: ScriptedReply): Json[] {
    const output: Json[] = []
    if (reply.thinking !== undefined) {
      const seal = Buffer.from(reply.thinking).toString('base64')
      output.push({ id: parts.id('rs'), type: 'reasoning', summary: [], encrypted_content: seal })
    }
    if (reply.text !== undefined) {
      const part = { type: 'output_text', text: reply.text, annotations: [], logprobs: [] }
      output.push({ id: parts.id('msg'), type: 'message', status: 'completed', role: 'assistant', content: [part] })
    }
    for (const call of reply.calls ?? []) {
      if (call.isCustom) {
        const custom = { call_id: call.id ?? parts.id('call'), name: call.tool, input: call.input }
        output.push({ id: parts.id('ctc'), type: 'custom_tool_call', status: 'completed', ...custom })
        continue
      }
      const named = { call_id: call.id ?? parts.id('call'), name: call.tool, arguments: JSON.stringify(call.input) }
      const group = call.namespace === undefined ? {} : { namespace: call.namespace }
      output.push({ id: parts.id('fc'), type: 'function_call', status: 'completed', ...named, ...group })
    }
    return output
  }
}

function isCompacting(body: JsonObject): boolean {
  return textOf(objectOf(arrayOf(body['input']).at(-1))['type']) === 'compaction_trigger'
}

/** Everything the model is shown, in cache order. */
function promptOf(body: JsonObject): string {
  const input = typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : arrayOf(body['input'])
  const head = [...arrayOf(body['tools']), body['instructions'] ?? '']
  return [...head, ...input].map((item) => JSON.stringify(item)).join('\n')
}
