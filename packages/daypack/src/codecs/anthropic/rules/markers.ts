import { isList, isObject, type Json, type JsonObject } from '../../../model/json.ts'
import type { Finding, Rules } from '../../shared/rules.ts'
import { isThinking, markersOf, readMessages, withoutMarkers, type Messages } from './blocks.ts'

/** At most this many are accepted, over tools, system and messages. */
export const MAX_MARKERS = 4

export const markerRules: Rules<Messages> = {
  'A-12'(messages) {
    const markers = markersOf(messages)
    const fifth = markers[MAX_MARKERS]
    const text = `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${markers.length}.`
    return [fifth && [fifth.path, text]]
  },
  'A-13'(messages) {
    const markers = markersOf(messages)
    const short = markers.findIndex(({ ttl }) => ttl === '5m')
    const text = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
    return markers.map(({ path, ttl }, at) => short >= 0 && at > short && ttl === '1h' && [path, text])
  },
  'A-14': (messages) => [
    ...markersOf(messages).map(({ path, block }): Finding | false => {
      if (block['type'] === 'text' && block['text'] === '')
        return [path, 'cache_control cannot be set for empty text blocks']
      return isThinking(block) && [path, `${path}.thinking.cache_control: Extra inputs are not permitted`]
    }),
    ...messages.blocks.map(({ block, path }): Finding | false => {
      const citations = isList(block['citations']) ? block['citations'] : []
      const isMarked = citations.some((part) => isObject(part) && isObject(part['cache_control']))
      return isMarked && [path, `${path}.citations.cache_control: Extra inputs are not permitted`]
    }),
  ],
}

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
