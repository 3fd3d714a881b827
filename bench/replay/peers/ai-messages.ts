// Wire messages as the AI SDK's model messages, with their position, and back.
import type { JsonObject } from '../../../packages/daypack/src/model/json.ts'
import { blocks, field, textOf, type Wire } from './wire.ts'

type Part = { readonly type: string; readonly toolCallId?: string; readonly [field: string]: unknown }
export type Tagged = {
  readonly at: number
  readonly role: string
  readonly content: readonly Part[]
}

const made = new WeakMap<Wire, readonly Tagged[]>()

/** Made once for each wire message: its position never changes within a session. */
export function modelMessages(message: Wire, at: number): readonly Tagged[] {
  let known = made.get(message)
  if (!known) made.set(message, (known = converted(message, at)))
  return known
}

function converted(message: Wire, at: number): Tagged[] {
  const all = blocks(message)
  const answers = all.flatMap((block) => (block['type'] === 'tool_result' ? [answer(block)] : []))
  const parts = all.flatMap((block) => part(block))
  return [
    ...(answers.length > 0 ? [{ at, role: 'tool', content: answers }] : []),
    ...(parts.length > 0 ? [{ at, role: field(message, 'role'), content: parts }] : []),
  ]
}

function answer(block: JsonObject): Part {
  const output = { type: 'text', value: textOf(block['content']) }
  return { type: 'tool-result', toolCallId: field(block, 'tool_use_id'), toolName: '', output }
}

function part(block: JsonObject): Part[] {
  if (block['type'] === 'text') return [{ type: 'text', text: block['text'] }]
  if (block['type'] === 'thinking') return [{ type: 'reasoning', text: block['thinking'] }]
  return block['type'] === 'tool_use'
    ? [{ type: 'tool-call', toolCallId: field(block, 'id'), toolName: block['name'], input: block['input'] }]
    : []
}

const PART: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'reasoning',
  tool_use: 'tool-call',
  tool_result: 'tool-result',
}

/** The wire messages with those parts that are left. */
export function keptOf(messages: readonly Wire[], left: readonly Tagged[]): Wire[] {
  const kept = new Map<number, Set<string>>()
  for (const { at, content } of left) {
    const ids = kept.get(at) ?? new Set<string>()
    for (const one of content) ids.add(`${one.type} ${one.toolCallId ?? ''}`)
    kept.set(at, ids)
  }
  return messages.flatMap((message, at) => filtered(message, kept.get(at)))
}

const filteredBefore = new WeakMap<Wire, { size: number; wire: Wire }>()

function filtered(message: Wire, kept: ReadonlySet<string> | undefined): Wire[] {
  if (!kept) return []
  const all = blocks(message)
  const left = all.filter((block) => {
    const type = PART[field(block, 'type')]
    return type === undefined || kept.has(`${type} ${field(block, 'id') || field(block, 'tool_use_id')}`)
  })
  if (left.length === all.length) return [message]
  if (left.length === 0) return []
  const known = filteredBefore.get(message)
  if (known?.size === left.length) return [known.wire]
  const wire: Wire = { ...message, content: left }
  filteredBefore.set(message, { size: left.length, wire })
  return [wire]
}
