import { createHash, type Hash } from 'node:crypto'
import { isList, isObject, stringAt } from '../../../model/json.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import type { BoundThinking, Ledger } from '../../../model/rules.ts'
import { withoutMarkers } from './blocks.ts'

export function ledger(): Ledger {
  return new Map()
}

/** Remember the thinking of a request that was accepted. Blocks already known stay bound to their first prefix. */
export function noteRequest(known: Ledger, request: JsonObject): void {
  for (const { key, bound } of thinkingOf(request)) if (!known.has(key)) known.set(key, { ...bound, order: known.size })
}

/** Remember the thinking of a reply: it is bound to exactly this request. */
export function noteReply(known: Ledger, request: JsonObject, content: readonly Json[]): void {
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
export function thinkingOf(request: JsonObject): Thought[] {
  let written: { at: number; blocks: string[] } | undefined
  return walk(request).flatMap(({ key, at, index, block, content, prefix }) => {
    if (key === undefined) return []
    if (written?.at !== at) written = { at, blocks: content.map((part) => JSON.stringify(withoutMarkers(part))) }
    return [{ key, at, index, bound: { block: JSON.stringify(block), prefix, message: written.blocks } }]
  })
}

/** Hash of the request before every place where a thinking block is possible. */
export function prefixesOf(request: JsonObject): Set<string> {
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
