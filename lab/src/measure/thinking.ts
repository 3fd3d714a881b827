import type { Json, Message } from 'daypack'
import { isObject, type JsonObject, stringAt } from 'daypack/internal'
import type { Digest, Digester } from './digest.ts'
import { contentOf, messagesOf, wireOf } from './request.ts'

type Tree = { readonly next: Map<number, Tree> }
/** Where a thinking block is: after which content, and after which other thinking. */
type Place = { readonly behind: Tree; readonly before: number | undefined }

/**
 * Remembers after which content each thinking block was made; says whether a request has one elsewhere. Thinking
 * may be left out only from the start: what follows a kept block must have followed it when it was made.
 */
export function boundThinking() {
  const root: Tree = { next: new Map() }
  const made = new Map<number, Place>()
  return (seen: readonly Digest[], reply: Message, digest: Digester): boolean => {
    let behind = root
    let before: number | undefined
    let isMoved = false
    const walk = ({ blocks }: Digest, each: (id: number, place: Place) => void): void => {
      for (const { id, thinking } of blocks) {
        if (thinking) {
          each(id, { behind, before })
          before = id
          continue
        }
        let next = behind.next.get(id)
        if (!next) behind.next.set(id, (next = { next: new Map() }))
        behind = next
      }
    }
    for (const one of seen) walk(one, (id, place) => (isMoved ||= isElsewhere(place, made.get(id))))
    walk(digest(wireOf(reply)), (id, place) => made.set(id, place))
    return isMoved
  }
}

function isElsewhere(now: Place, made: Place | undefined): boolean {
  if (!made) return false
  return now.behind !== made.behind || (now.before !== undefined && now.before !== made.before)
}

/** With thinking on: the open loop's assistant message began with thinking, its call still stands, its thinking does not. */
export function lostLoop(original: JsonObject, request: JsonObject): boolean {
  const open = isObject(original['thinking']) ? openLoopOf(original) : undefined
  if (!open || !isThinking(contentOf(open)[0])) return false
  const calls = new Set(
    contentOf(open).flatMap((block) => (stringAt(block, 'type') === 'tool_use' ? [stringAt(block, 'id')] : [])),
  )
  const stands = (message: JsonObject) =>
    contentOf(message).some((block) => stringAt(block, 'type') === 'tool_use' && calls.has(stringAt(block, 'id')))
  const now = messagesOf(request).findLast(stands)
  return now !== undefined && !isThinking(contentOf(now)[0])
}

/** A loop recorded without thinking would be rejected as it is with thinking on. */
export function isThoughtless(request: JsonObject): boolean {
  const open = openLoopOf(request)
  return open !== undefined && !isThinking(contentOf(open)[0])
}

/** The assistant message whose calls are being answered at the end of a request. */
function openLoopOf(request: JsonObject): JsonObject | undefined {
  const messages = messagesOf(request)
  if (!contentOf(messages.at(-1)).some((block) => stringAt(block, 'type') === 'tool_result')) return undefined
  return messages.findLast((message) => message['role'] === 'assistant')
}

function isThinking(block: Json | undefined): boolean {
  return stringAt(block, 'type') === 'thinking' || stringAt(block, 'type') === 'redacted_thinking'
}
