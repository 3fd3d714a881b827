import type { Billed, Json, Tokens } from 'daypack'
import { anthropicRules, type JsonObject } from 'daypack/internal'
import { anthropicEvents } from './anthropic-events.ts'
import { binding, dropsMismatches, MISMATCH } from './binding.ts'
import { clearOnServer, type ServerEdits } from './context-management.ts'
import { objectOf, textOf } from './json.ts'
import { pieces, type Piece } from './prefix.ts'
import { promptCache } from './prompt-cache.ts'
import type { ProviderParts } from './server.ts'
import type { ScriptedReply } from './script.ts'
import type { Failure, Measured, Wire } from './wire.ts'

type Detail = {
  readonly list: readonly Piece[]
  readonly sizes: readonly Tokens[]
  readonly edits: ServerEdits
  readonly dropped: number
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

const NO_THREADS: Failure = {
  status: 400,
  message: 'This request cannot be threaded.',
  details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
}

export function anthropicWire(parts: ProviderParts): Wire {
  const cache = promptCache(parts.now)
  const bound = binding(parts.secret)

  return {
    name: 'anthropic',
    rules: anthropicRules,
    measure(body) {
      const sent = pieces(body)
      const mismatches = parts.bindsThinking(textOf(body['model'])) ? bound.mismatches(sent) : []
      const kept = mismatches.length > 0 ? sent.filter((_, index) => !mismatches.includes(index)) : sent
      const edits = clearOnServer(body, kept, (piece) => parts.count(piece.text))
      const sizes = edits.pieces.map((piece) => parts.count(piece.text))
      const promptTokens = sizes.reduce((sum, size) => sum + size, 0)
      const detail: Detail = { list: edits.pieces, sizes, edits, dropped: mismatches.length }
      const measured: Measured = { promptTokens, shown: edits.pieces.map((piece) => piece.text).join('\n'), detail }
      if (body['thread']) return { ...measured, refusal: NO_THREADS }
      if (mismatches.length > 0 && !dropsMismatches(body)) {
        return { ...measured, refusal: { status: 400, rule: 'A-18', message: MISMATCH } }
      }
      return measured
    },
    answer(body, reply, measured) {
      const { list, sizes, edits, dropped } = measured.detail as Detail
      const model = textOf(body['model'])
      const count = cache.count(model, list, sizes)
      const content = contentOf(reply, list)
      const output = reply.outputTokens ?? Math.max(1, parts.count(JSON.stringify(content)))
      const write = count.write5m + count.write1h
      const billed: Billed = { input: count.rest, cacheRead: count.read, cacheWrite: write, output, model }
      const usage = {
        input_tokens: count.rest,
        cache_creation_input_tokens: write,
        cache_read_input_tokens: count.read,
        cache_creation: { ephemeral_5m_input_tokens: count.write5m, ephemeral_1h_input_tokens: count.write1h },
        output_tokens: output,
      }
      if (reply.raw) return { body: { ...reply.raw, usage: { ...objectOf(reply.raw['usage']), ...usage } }, billed }
      const response: JsonObject = {
        id: parts.id('msg'),
        type: 'message',
        role: 'assistant',
        model,
        content,
        stop_reason: reply.stop ?? (reply.calls?.length ? 'tool_use' : 'end_turn'),
        stop_sequence: null,
        usage,
        ...(body['context_management'] ? { context_management: { applied_edits: edits.applied } } : {}),
        ...(dropped > 0 ? { input_transformations: [{ type: 'thinking_dropped', count: dropped }] } : {}),
      }
      return { body: response, billed }
    },
    events: (response, _request, shape) => anthropicEvents(response, shape),
    error: anthropicError,
    streamError: () => ({ event: 'error', data: anthropicError({ status: 529, message: 'Overloaded' }) }),
  }

  function contentOf(reply: ScriptedReply, before: readonly Piece[]): Json[] {
    const content: Json[] = []
    if (reply.thinking !== undefined) {
      content.push({ type: 'thinking', thinking: reply.thinking, signature: bound.sign(reply.thinking, before) })
    }
    if (reply.text !== undefined) content.push({ type: 'text', text: reply.text })
    for (const call of reply.calls ?? []) {
      content.push({ type: 'tool_use', id: call.id ?? parts.id('toolu'), name: call.tool, input: call.input })
    }
    return content
  }
}

function anthropicError({ status, message, details }: Failure): JsonObject {
  return {
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? 'api_error', message, ...(details ? { details } : {}) },
  }
}
