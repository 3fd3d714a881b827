import type { Json, Message } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { isList, type JsonObject } from 'daypack/internal'
import type { DigestBlock, Digester } from './digest.ts'

/** System prompt and tools: in front of every request of a session, the same for all strategies. */
export type Fixed = { readonly blocks: readonly DigestBlock[]; readonly text: string }

/** A request as the cache sees it. */
export function* blocksOf(request: JsonObject, fixed: Fixed, digest: Digester): Generator<DigestBlock> {
  yield* fixed.blocks
  for (const message of messagesOf(request)) yield* digest(message).blocks
}

export function messagesOf(request: JsonObject): readonly JsonObject[] {
  const messages = request['messages']
  return (isList(messages) ? messages : []) as readonly JsonObject[]
}

export function contentOf(message: JsonObject | undefined): readonly Json[] {
  const content = message?.['content']
  return isList(content) ? content : []
}

const REQUEST: Message = { role: 'user', blocks: [{ type: 'text', text: '…' }] }
const replies = new WeakMap<Message, JsonObject>()

/** A reply as the next request carries it. */
export function wireOf(reply: Message): JsonObject {
  const known = replies.get(reply)
  if (known) return known
  const written = anthropic.encode({ messages: [REQUEST, reply] }, { messages: [] }).messages
  const wire = (written[1] ?? { role: 'assistant', content: [] }) as JsonObject
  replies.set(reply, wire)
  return wire
}
