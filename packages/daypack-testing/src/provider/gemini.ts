import type { Billed, Json } from 'daypack'
import { geminiRules, type JsonObject } from 'daypack/internal'
import { arrayOf, objectOf, textOf } from './json.ts'
import { prefixCache } from './prefix-cache.ts'
import type { ScriptedReply, StreamShape } from './script.ts'
import type { ProviderParts } from './server.ts'
import { deltas, measurePrompt, type StreamEvent, type Wire } from './wire.ts'

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  529: 'UNAVAILABLE',
}

export function geminiWire(parts: ProviderParts): Wire {
  const cache = prefixCache({ now: parts.now, ttlMs: parts.prefixTtlMs })
  /** Signatures that were given out, and those Google lets clients write: any other is refused (G-06). */
  const signatures = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])

  return {
    name: 'gemini',
    rules: geminiRules,
    measure(body) {
      const foreign = signaturesIn(body).find((signature) => !signatures.has(signature))
      return measurePrompt(promptOf(body), parts.count, (tokens) => {
        if (foreign !== undefined) return { status: 400, rule: 'G-06', message: 'Corrupted thought signature.' }
        if (tokens <= parts.window) return undefined
        const message = `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${parts.window}).`
        return { status: 400, rule: 'G-overflow', message }
      })
    },
    answer(body, reply, { shown, promptTokens }) {
      const model = textOf(body['model'])
      const cached = cache.read(model, shown, promptTokens)
      const said = saidBy(reply)
      const output = reply.outputTokens ?? Math.max(1, parts.count(JSON.stringify(said)))
      const usageMetadata = {
        promptTokenCount: promptTokens,
        candidatesTokenCount: output,
        totalTokenCount: promptTokens + output,
        ...(cached > 0 && { cachedContentTokenCount: cached }),
      }
      const billed: Billed = { input: promptTokens - cached, cacheRead: cached, cacheWrite: 0, output, model }
      if (reply.raw) return { body: { ...reply.raw, usageMetadata }, billed }
      const candidate = { index: 0, content: { role: 'model', parts: said }, finishReason: reply.stop ?? 'STOP' }
      return {
        body: { candidates: [candidate], usageMetadata, modelVersion: model, responseId: parts.id('resp') },
        billed,
      }
    },
    events,
    error: ({ status, message }) => ({ error: { code: status, message, status: STATUSES[status] ?? 'UNKNOWN' } }),
    streamError: () => ({ data: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } }),
  }

  function saidBy(reply: ScriptedReply): Json[] {
    const signature = reply.thinking === undefined ? undefined : parts.id('thought')
    if (signature !== undefined) signatures.add(signature)
    const calls = (reply.calls ?? []).map((call, index) => ({
      functionCall: { name: call.tool, args: call.input, ...(call.id !== undefined && { id: call.id }) },
      ...(index === 0 && signature !== undefined && { thoughtSignature: signature }),
    }))
    return [...(reply.text === undefined ? [] : [{ text: reply.text }]), ...calls]
  }
}

function promptOf(body: JsonObject): string {
  const system = body['systemInstruction'] ?? body['system_instruction'] ?? ''
  return [...arrayOf(body['tools']), system, ...arrayOf(body['contents'])].map((one) => JSON.stringify(one)).join('\n')
}

function signaturesIn(body: JsonObject): string[] {
  return arrayOf(body['contents'])
    .flatMap((content) => arrayOf(objectOf(content)['parts']))
    .map((part) => textOf(objectOf(part)['thoughtSignature']))
    .filter(Boolean)
}

function events(response: JsonObject, _request: JsonObject, shape: StreamShape): StreamEvent[] {
  const candidate = objectOf(arrayOf(response['candidates'])[0])
  const said = arrayOf(objectOf(candidate['content'])['parts']).flatMap((value): Json[] => {
    const part = objectOf(value)
    const isText = typeof part['text'] === 'string'
    return isText ? deltas(textOf(part['text']), shape.deltaChars).map((text) => ({ ...part, text })) : [value]
  })
  const chunk = (part: Json, isLast: boolean): StreamEvent => ({
    data: {
      ...response,
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [part] },
          ...(isLast && { finishReason: candidate['finishReason'] ?? 'STOP' }),
        },
      ],
      ...(isLast
        ? {}
        : { usageMetadata: { promptTokenCount: objectOf(response['usageMetadata'])['promptTokenCount'] ?? 0 } }),
    },
  })
  return (said.length > 0 ? said : [{ text: '' }]).map((part, index) => chunk(part, index >= said.length - 1))
}
