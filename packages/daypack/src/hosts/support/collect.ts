import { isObject, stringOf, type Json, type JsonObject, parsedJson } from '../../model/json.ts'

/** Assembles the events of one stream into a response; undefined until it is complete. */
export type Collector = {
  event(data: JsonObject): void
  /** Nothing more will come. */
  end?(): void
  response(): JsonObject | undefined
}

type WireBlock = { [key: string]: Json }

/** No reply has more blocks or calls: an index beyond it is no place in one. */
const MOST_PLACES = 4_096

export function anthropicCollector(): Collector {
  let message: JsonObject | undefined
  const blocks = places()
  const inputs = new Map<WireBlock, string>()
  let usage: JsonObject = {}
  let rest: JsonObject = {}
  let isWhole = false
  return {
    event(data) {
      const index = data['index'] ?? 0
      switch (data['type']) {
        case 'message_start':
          // A second message_start replaces everything before it.
          message = objectAt(data, 'message')
          usage = objectAt(message, 'usage')
          blocks.clear()
          inputs.clear()
          break
        case 'content_block_start':
          blocks.set(index, { ...objectAt(data, 'content_block') })
          break
        case 'content_block_delta': {
          const block = blocks.get(index) ?? {}
          addDelta(block, objectAt(data, 'delta'), (json) => inputs.set(block, (inputs.get(block) ?? '') + json))
          break
        }
        case 'content_block_stop': {
          const block = blocks.get(index)
          const json = block && inputs.get(block)
          if (block && json) block['input'] = (parsedJson(json) ?? json) as Json
          break
        }
        case 'message_delta':
          rest = {
            ...objectAt(data, 'delta'),
            ...(data['context_management'] ? { context_management: data['context_management'] } : {}),
          }
          usage = { ...usage, ...objectAt(data, 'usage') }
          break
        case 'message_stop':
          isWhole = true
          break
        default:
      }
    },
    response: () => (message && isWhole ? { ...message, ...rest, content: blocks.all(), usage } : undefined),
  }
}

function addDelta(block: WireBlock, delta: JsonObject, input: (json: string) => void): void {
  switch (delta['type']) {
    case 'text_delta':
      return append(block, 'text', delta['text'])
    case 'thinking_delta':
      return append(block, 'thinking', delta['thinking'])
    case 'signature_delta':
      block['signature'] = delta['signature'] ?? ''
      return
    case 'input_json_delta':
      return input(stringOf(delta['partial_json']))
    case 'citations_delta': {
      const before = block['citations']
      block['citations'] = [...(Array.isArray(before) ? (before as Json[]) : []), delta['citation'] ?? null]
      return
    }
    case 'compaction_delta':
      block['content'] = delta['content'] ?? null
      break
    default:
  }
}

export function chatCollector(): Collector {
  let head: JsonObject | undefined
  let usage: Json | undefined
  let finish: Json | undefined
  let isOver = false
  const message: WireBlock = { role: 'assistant', content: null }
  const calls = places()
  return {
    // The bill follows the last choice, so the stream is whole only when it ends.
    end: () => void (isOver = true),
    event(data) {
      if (data['usage']) usage = data['usage']
      const [choice] = listAt(data, 'choices')
      head ??= data
      if (!choice) return
      const delta = objectAt(choice, 'delta')
      for (const key of Object.keys(delta)) {
        if (key === 'tool_calls') for (const call of listAt(delta, key)) addCall(calls, call)
        else if (key !== 'role' && typeof delta[key] === 'string') append(message, key, delta[key])
      }
      finish = choice['finish_reason'] ?? finish
    },
    response() {
      if (!head || !finish || !isOver) return undefined
      const { choices: _, object: __, ...rest } = head
      const called = calls.all()
      const whole = { ...message, ...(called.length > 0 ? { tool_calls: called } : {}) }
      return {
        ...rest,
        object: 'chat.completion',
        choices: [{ index: 0, message: whole, finish_reason: finish }],
        ...(usage ? { usage } : {}),
      }
    },
  }
}

function addCall(calls: Places, { index, function: called, ...rest }: JsonObject): void {
  const call = calls.get(index ?? 0) ?? calls.set(index ?? 0, { id: '', type: 'function' })
  for (const [key, value] of Object.entries(rest)) if (value !== null) call[key] = value
  const named: WireBlock = { ...(isObject(call['function']) ? call['function'] : { name: '', arguments: '' }) }
  if (isObject(called)) for (const [key, value] of Object.entries(called)) append(named, key, value)
  call['function'] = named
}

export function responsesCollector(): Collector {
  let response: JsonObject | undefined
  return {
    event(data) {
      if (data['type'] === 'response.completed' || data['type'] === 'response.incomplete')
        response = isObject(data['response']) ? data['response'] : undefined
    },
    response: () => response,
  }
}

type Places = ReturnType<typeof places>

function places() {
  const found = new Map<number, WireBlock>()
  return {
    get: (index: Json) => found.get(index as number),
    set(index: Json, block: WireBlock): WireBlock {
      if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MOST_PLACES)
        found.set(index, block)
      return block
    },
    clear: () => found.clear(),
    all: () => [...found].toSorted(([a], [b]) => a - b).map(([, block]) => block),
  }
}

export function objectAt(data: JsonObject, key: string): JsonObject {
  const value = data[key]
  return isObject(value) ? value : {}
}

export function listAt(data: JsonObject, key: string): readonly JsonObject[] {
  const value = data[key]
  return Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : []
}

function append(block: WireBlock, key: string, value: Json | undefined): void {
  block[key] = stringOf(block[key]) + stringOf(value)
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
