import { stringOf, type Json, type JsonObject } from '../../model/json.ts'

/** Puts the events of one stream together to the response they add up to; undefined until it is whole. */
export type Collector = {
  event(data: JsonObject): void
  /** Nothing more will come. */
  end?(): void
  response(): JsonObject | undefined
}

type WireBlock = { [key: string]: Json }

export function anthropicCollector(): Collector {
  let message: JsonObject | undefined
  const blocks: WireBlock[] = []
  const inputs = new Map<number, string>()
  let usage: JsonObject = {}
  let rest: JsonObject = {}
  let isWhole = false
  return {
    event(data) {
      const index = Number(data['index'] ?? 0)
      switch (data['type']) {
        case 'message_start':
          // Where the provider starts over, what came before is void.
          message = data['message'] as JsonObject
          usage = (message['usage'] ?? {}) as JsonObject
          blocks.length = 0
          inputs.clear()
          break
        case 'content_block_start':
          blocks[index] = { ...(data['content_block'] as JsonObject) }
          break
        case 'content_block_delta':
          addDelta(blocks[index] ?? {}, data['delta'] as JsonObject, (json) =>
            inputs.set(index, (inputs.get(index) ?? '') + json),
          )
          break
        case 'content_block_stop': {
          const block = blocks[index]
          const json = inputs.get(index)
          if (block && json) block['input'] = parsed(json)
          break
        }
        case 'message_delta':
          rest = {
            ...(data['delta'] as JsonObject),
            ...(data['context_management'] ? { context_management: data['context_management'] } : {}),
          }
          usage = { ...usage, ...((data['usage'] ?? {}) as JsonObject) }
          break
        case 'message_stop':
          isWhole = true
          break
        default:
      }
    },
    response: () => (message && isWhole ? { ...message, ...rest, content: blocks, usage } : undefined),
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
    case 'citations_delta':
      block['citations'] = [...((block['citations'] ?? []) as Json[]), delta['citation'] ?? null]
      return
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
  const calls: WireBlock[] = []
  return {
    // The bill follows the last choice, so the stream is whole only when it ends.
    end: () => void (isOver = true),
    event(data) {
      if (data['usage']) usage = data['usage']
      const choice = (data['choices'] as readonly JsonObject[] | undefined)?.[0]
      head ??= data
      if (!choice) return
      const delta = (choice['delta'] ?? {}) as JsonObject
      for (const key of Object.keys(delta)) {
        if (key === 'tool_calls') addCalls(calls, delta[key] as readonly JsonObject[])
        else if (key !== 'role' && typeof delta[key] === 'string') append(message, key, delta[key])
      }
      finish = choice['finish_reason'] ?? finish
    },
    response() {
      if (!head || !finish || !isOver) return undefined
      const { choices: _, object: __, ...rest } = head
      const whole = { ...message, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
      return {
        ...rest,
        object: 'chat.completion',
        choices: [{ index: 0, message: whole, finish_reason: finish }],
        ...(usage ? { usage } : {}),
      }
    },
  }
}

function addCalls(calls: WireBlock[], deltas: readonly JsonObject[]): void {
  for (const delta of deltas) {
    const { index, function: called, ...rest } = delta
    const call = (calls[Number(index ?? 0)] ??= { id: '', type: 'function' })
    for (const [key, value] of Object.entries(rest)) if (value !== null) call[key] = value
    const named: WireBlock = { ...((call['function'] ?? { name: '', arguments: '' }) as JsonObject) }
    for (const [key, value] of Object.entries((called ?? {}) as JsonObject)) append(named, key, value)
    call['function'] = named
  }
}

export function responsesCollector(): Collector {
  let response: JsonObject | undefined
  return {
    event(data) {
      if (data['type'] === 'response.completed' || data['type'] === 'response.incomplete')
        response = data['response'] as JsonObject
    },
    response: () => response,
  }
}

function append(block: WireBlock, key: string, value: Json | undefined): void {
  block[key] = stringOf(block[key]) + stringOf(value)
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json
  } catch {
    return json
  }
}
