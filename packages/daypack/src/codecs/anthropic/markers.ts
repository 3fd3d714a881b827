import { isList, isObject, stringAt, type Json } from '../../model/json.ts'

/** At most this many cache markers are accepted, over tools, system and messages. */
const MAX_MARKERS = 4

type Request = { readonly messages: readonly unknown[]; readonly tools?: unknown; readonly system?: unknown }

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
    const markers = over > 0 && !taken.has(message) ? markersIn(message).length : 0
    if (markers === 0) return message
    over -= markers
    return withoutMarkers(message as Json)
  })
  return { ...request, messages }
}

/** The marker on the request itself counts like one at the very end. */
function lifetimes(request: Request): string[] {
  const top = 'cache_control' in request ? { cache_control: request.cache_control } : {}
  return [request.tools, request.system, request.messages, top].flatMap((part) => markersIn(part))
}

function isMixed(ttls: readonly string[]): boolean {
  return ttls.includes('5m') && ttls.lastIndexOf('1h') > ttls.indexOf('5m')
}

function markersIn(value: unknown, found: string[] = []): string[] {
  if (isList(value)) for (const one of value) markersIn(one, found)
  else if (isObject(value)) {
    const marker = value['cache_control']
    if (isObject(marker)) found.push(stringAt(marker, 'ttl') ?? '5m')
    markersIn(value['content'], found)
  }
  return found
}

function withoutMarkers(message: Json): Json {
  if (isList(message)) return message.map(withoutMarkers)
  if (!isObject(message)) return message
  const { cache_control: _, ...rest } = message
  return 'content' in rest ? { ...rest, content: withoutMarkers(rest['content'] ?? null) } : rest
}
