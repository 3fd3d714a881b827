import { gemini } from 'daypack/codecs'
import { geminiCollector, geminiParts } from 'daypack/internal'
import { isFilled, isObject, unescaped, type GatewayWire } from './wire.ts'

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
    geminiParts(response).some((part) => isObject(part['functionCall']) && part['functionCall']['id'] === undefined),
  isFormatted: ({ generationConfig: config }) =>
    isObject(config) && (config['responseJsonSchema'] ?? config['responseSchema']) !== undefined,
  ping: ': ping\n\n',
  isReasoningRefusal: (text) => /thought.?signature/i.test(text),
  withoutReasoning: () => undefined,
}
