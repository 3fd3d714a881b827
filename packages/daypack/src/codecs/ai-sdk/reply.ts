import { isObject, numberAt, parsedJson, stringAt, type Json, type JsonObject } from '../../model/json.ts'
import type { Billed } from '../../model/usage.ts'
import type { AiSdkResponse } from './index.ts'

export function replyPart(part: Json): Json[] {
  if (!isObject(part)) return []
  switch (part['type']) {
    case 'source':
    case 'tool-approval-request':
      return []
    case 'text':
      return part['text'] === '' && part['providerMetadata'] === undefined ? [] : [asPrompt(part)]
    case 'tool-call':
      return [{ ...asPrompt(part), input: parseInput(stringAt(part, 'input') ?? '') }]
    default:
      return [asPrompt(part)]
  }
}

export function usageOf({ usage }: AiSdkResponse): Billed | undefined {
  if (!isObject(usage)) return undefined
  const tokens = usage['inputTokens']
  const total = numberAt(tokens, 'total')
  if (total === undefined) return undefined
  const cacheRead = numberAt(tokens, 'cacheRead') ?? 0
  const cacheWrite = numberAt(tokens, 'cacheWrite') ?? 0
  const input = numberAt(tokens, 'noCache') ?? Math.max(0, total - cacheRead - cacheWrite)
  return { input, cacheRead, cacheWrite, output: numberAt(usage['outputTokens'], 'total') ?? 0 }
}

function asPrompt(part: JsonObject): JsonObject {
  const { providerMetadata, ...rest } = part
  return providerMetadata === undefined ? rest : { ...rest, providerOptions: providerMetadata }
}

function parseInput(text: string): Json {
  return text === '' ? {} : ((parsedJson(text) ?? text) as Json)
}
