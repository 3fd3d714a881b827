import { createHash, type Hash } from 'node:crypto'
import { withoutMarkers } from '../../src/codecs/anthropic/rules/blocks.ts'
import { isSameList } from '../../src/codecs/shared/rows.ts'
import { isList, isObject, stringAt, type Json, type JsonObject } from '../../src/model/json.ts'

/** A thinking block as it was first seen: itself, everything before it, and its message. */
type BoundThinking = {
  readonly block: string
  readonly prefix: string
  readonly message: readonly string[]
  readonly order: number
}
export type KnownThinking = Map<string, BoundThinking>

/** The rules about thinking that a provider which remembers would break this request off with. */
export function brokenThinking(
  known: KnownThinking,
  request: JsonObject,
): { readonly rule: string; readonly path: string }[] {
  const messages = isList(request['messages']) ? request['messages'] : []
  const last = messages.findLastIndex((message) => stringAt(message, 'role') === 'assistant')
  const blocks = thinkingOf(request).flatMap((block) => {
    const first = known.get(block.key)
    return first ? [{ ...block, first }] : []
  })
  const isChanged = blocks.some(({ at, first, bound }) => at === last && !isSameList(first.message, bound.message))
  const moved =
    blocks.find(({ bound, first }) => bound.prefix !== first.prefix || bound.block !== first.block) ??
    behindGap(request, blocks, known)
  return [
    ...(isChanged ? [{ rule: 'A-17', path: `messages.${last}` }] : []),
    ...(moved ? [{ rule: 'A-18', path: `messages.${moved.at}.content.${moved.index}` }] : []),
  ]
}

export function ledger(): KnownThinking {
  return new Map()
}

/** Remember the thinking of a request that was accepted. Blocks already known stay bound to their first prefix. */
function noteRequest(known: KnownThinking, request: JsonObject): void {
  for (const { key, bound } of thinkingOf(request)) if (!known.has(key)) known.set(key, { ...bound, order: known.size })
}

/** Remember the thinking of a reply: it is bound to exactly this request. */
export function noteReply(known: KnownThinking, request: JsonObject, content: readonly Json[]): void {
  const messages = isList(request['messages']) ? request['messages'] : []
  noteRequest(known, { ...request, messages: [...messages, { role: 'assistant', content }] })
}

type Thought = {
  readonly key: string
  readonly at: number
  readonly index: number
  readonly bound: Omit<BoundThinking, 'order'>
}

/** Hashes leave out cache markers and earlier thinking, which may be dropped as a leading run. */
function thinkingOf(request: JsonObject): Thought[] {
  let written: { at: number; blocks: string[] } | undefined
  return walk(request).flatMap(({ key, at, index, block, content, prefix }) => {
    if (key === undefined) return []
    if (written?.at !== at) written = { at, blocks: content.map((part) => JSON.stringify(withoutMarkers(part))) }
    return [{ key, at, index, bound: { block: JSON.stringify(block), prefix, message: written.blocks } }]
  })
}

/** Hash of the request before every place where a thinking block is possible. */
function prefixesOf(request: JsonObject): Set<string> {
  return new Set(walk(request, true).map(({ prefix }) => prefix))
}

type Step = {
  key: string | undefined
  at: number
  index: number
  block: Json
  content: readonly Json[]
  prefix: string
}

function walk(request: JsonObject, everywhere = false): Step[] {
  const messages = isList(request['messages']) ? request['messages'] : []
  const hash = createHash('sha256')
  updateHash(hash, [request['system'] ?? null, request['tools'] ?? null])
  return messages.flatMap((message, at) => {
    const value = isObject(message) ? message['content'] : undefined
    const content = isList(value) ? value : typeof value === 'string' ? [{ type: 'text', text: value }] : []
    hash.update(`\n${stringAt(message, 'role') ?? ''}:`)
    return content.map((block, index): Step => {
      const key = thinkingKey(block)
      const prefix = key !== undefined || everywhere ? hash.copy().digest('hex') : ''
      if (key === undefined) updateHash(hash, block)
      return { key, at, index, block, content, prefix }
    })
  })
}

function thinkingKey(block: Json): string | undefined {
  const type = stringAt(block, 'type')
  if (type === 'thinking') return stringAt(block, 'signature')
  return type === 'redacted_thinking' ? stringAt(block, 'data') : undefined
}

function updateHash(hash: Hash, value: Json): void {
  hash.update(JSON.stringify(withoutMarkers(value)))
}

type Kept = { readonly at: number; readonly index: number; readonly first: BoundThinking }

/** Thinking may be left out from the front only: a block that follows a missing one of this same conversation is invalid. */
function behindGap(request: JsonObject, blocks: readonly Kept[], known: KnownThinking): Kept | undefined {
  const orders = blocks.map((block) => block.first.order)
  const missing = [...known.values()].filter(
    ({ order }) => order > Math.min(...orders) && order < Math.max(...orders) && !orders.includes(order),
  )
  if (missing.length === 0) return undefined
  const prefixes = prefixesOf(request)
  const gap = missing.find(({ prefix }) => prefixes.has(prefix))
  return gap && blocks.find(({ first }) => first.order > gap.order)
}
