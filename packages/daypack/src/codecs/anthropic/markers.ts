import type { Json, JsonObject } from '../../model/json.ts'
import { markersOf, readMessages, withoutMarkers } from './rules/blocks.ts'
import { MAX_MARKERS } from './rules/markers.ts'

type Request = { readonly messages: readonly unknown[] }

/** Too many markers after a rewrite: drop the oldest of ours, or all of ours where A-13 would break. */
export function fewerMarkers<R extends Request>(request: R, like: Request): R {
  const now = lifetimes(request)
  if (now.length <= MAX_MARKERS && !isMixed(now)) return request
  const before = lifetimes(like)
  const isOurs = isMixed(now) && !isMixed(before)
  let over = isOurs ? Number.POSITIVE_INFINITY : now.length - Math.max(MAX_MARKERS, before.length)
  if (over <= 0) return request
  const taken = new Set(like.messages)
  const messages = request.messages.map((message) => {
    const markers = over > 0 && !taken.has(message) ? lifetimes({ messages: [message] }).length : 0
    if (markers === 0) return message
    over -= markers
    return withoutMarkers(message as Json)
  })
  return { ...request, messages }
}

function lifetimes(request: Request): string[] {
  return markersOf(readMessages(request as unknown as JsonObject)).map(({ ttl }) => ttl)
}

function isMixed(ttls: readonly string[]): boolean {
  return ttls.includes('5m') && ttls.lastIndexOf('1h') > ttls.indexOf('5m')
}
