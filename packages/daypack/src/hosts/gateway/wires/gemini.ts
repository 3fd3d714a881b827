import { gemini } from '../../../codecs/gemini/index.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { listAt, objectAt, type Collector } from '../../support/collect.ts'
import { isFilled, isObject, stringAt, unescaped, type GatewayWire } from './wire.ts'

const MODEL = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

/** Gemini: the model stands in the path. */
export const geminiWire: GatewayWire = {
  name: 'gemini',
  codec: gemini,
  upstream: 'https://generativelanguage.googleapis.com',
  keyHeader: (key) => ({ 'x-goog-api-key': key }),
  kind(path, headers) {
    const verb = MODEL.exec(path)?.[2]
    if (verb !== undefined) return verb === 'countTokens' ? 'count' : 'turn'
    return 'x-goog-api-key' in headers || path.startsWith('/v1beta') ? 'other' : undefined
  },
  list: 'contents',
  read: (body, path) => ({ ...body, model: unescaped(MODEL.exec(path)?.[1] ?? '') }),
  write: ({ model: _, ...body }) => body,
  sharesWindow: false,
  hasTools: (body) => isFilled(body['tools']),
  isHeld: (body) => body['cachedContent'] !== undefined,
  collector: geminiCollector,
  leavesNames: (response) =>
    partsOf(listAt(response, 'candidates')[0]).some(
      (part) => isObject(part['functionCall']) && part['functionCall']['id'] === undefined,
    ),
  isFormatted: ({ generationConfig: config }) =>
    isObject(config) && (config['responseJsonSchema'] ?? config['responseSchema']) !== undefined,
  ping: ': ping\n\n',
  isReasoningRefusal: (text) => /thought.?signature/i.test(text),
  withoutReasoning: () => undefined,
}

/** Chunks are whole responses with part of the answer each: pieces of one text or thought run together. */
export function geminiCollector(): Collector {
  let last: JsonObject | undefined
  let usage: Json | undefined
  let finish: Json | undefined
  let isOver = false
  const parts: JsonObject[] = []
  return {
    end: () => void (isOver = true),
    event(data) {
      last = data
      usage = data['usageMetadata'] ?? usage
      const [candidate] = listAt(data, 'candidates')
      finish = candidate?.['finishReason'] ?? finish
      for (const part of partsOf(candidate)) add(parts, part)
    },
    response() {
      if (!last || !finish || !isOver) return undefined
      const candidate = { index: 0, content: { role: 'model', parts }, finishReason: finish }
      return { ...last, candidates: [candidate], ...(usage === undefined ? {} : { usageMetadata: usage }) }
    },
  }
}

function partsOf(candidate: JsonObject = {}): readonly JsonObject[] {
  return listAt(objectAt(candidate, 'content'), 'parts')
}

function add(parts: JsonObject[], part: JsonObject): void {
  const before = parts.at(-1)
  const joins =
    before && isPlain(before) && isPlain(part) && (before['thought'] === true) === (part['thought'] === true)
  if (joins)
    parts[parts.length - 1] = { ...before, ...part, text: `${stringAt(before, 'text')}${stringAt(part, 'text')}` }
  else parts.push(part)
}

/** Text alone, not yet signed: a signature ends its part. */
function isPlain(part: JsonObject): boolean {
  return typeof part['text'] === 'string' && part['thoughtSignature'] === undefined
}
