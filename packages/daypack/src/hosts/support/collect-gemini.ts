import { stringOf, type Json, type JsonObject } from '../../model/json.ts'
import { listAt, objectAt, type Collector } from './collect.ts'

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
      for (const part of geminiParts(data)) add(parts, part)
    },
    response() {
      if (!last || !finish || !isOver) return undefined
      const candidate = { index: 0, content: { role: 'model', parts }, finishReason: finish }
      return { ...last, candidates: [candidate], ...(usage === undefined ? {} : { usageMetadata: usage }) }
    },
  }
}

/** The parts of the first answer in a response. */
export function geminiParts(response: JsonObject): readonly JsonObject[] {
  const [candidate = {}] = listAt(response, 'candidates')
  return listAt(objectAt(candidate, 'content'), 'parts')
}

function add(parts: JsonObject[], part: JsonObject): void {
  const before = parts.at(-1)
  const joins =
    before && isPlain(before) && isPlain(part) && (before['thought'] === true) === (part['thought'] === true)
  if (joins) parts[parts.length - 1] = { ...before, ...part, text: stringOf(before['text']) + stringOf(part['text']) }
  else parts.push(part)
}

/** Text alone, not yet signed: a signature ends its part. */
function isPlain(part: JsonObject): boolean {
  return typeof part['text'] === 'string' && part['thoughtSignature'] === undefined
}
