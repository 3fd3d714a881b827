import type { Json } from '../../model/json.ts'
import { isList, isObject } from '../shared/json.ts'

/** At most this many cache markers are accepted, over tools, system and messages. */
const MAX_MARKERS = 4

type Request = { readonly messages: readonly unknown[] }

/**
 * Messages we wrote anew bring back the cache markers they had when they were first seen. Where that makes too many, the
 * oldest of those go; markers of messages taken over from the caller's request stay.
 */
export function fewerMarkers<R extends Request>(request: R, like: Request): R {
  let over = countMarkers(request) - MAX_MARKERS
  if (over <= 0) return request
  const taken = new Set(like.messages)
  const messages = request.messages.map((message) => {
    const markers = over > 0 && !taken.has(message) ? countMarkers(message) : 0
    if (markers === 0) return message
    over -= markers
    return unmarked(message as Json)
  })
  return { ...request, messages }
}

function countMarkers(value: unknown): number {
  if (isList(value)) return value.reduce<number>((sum, part) => sum + countMarkers(part), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, part]) => sum + (key === 'cache_control' && part !== null ? 1 : walks(key) ? countMarkers(part) : 0),
    0,
  )
}

/** Only where markers may stand: not inside tool inputs or schemas. */
function walks(key: string): boolean {
  return key === 'messages' || key === 'content' || key === 'system' || key === 'tools'
}

function unmarked(message: Json): Json {
  if (isList(message)) return message.map(unmarked)
  if (!isObject(message)) return message
  const { cache_control: _, ...rest } = message
  return 'content' in rest ? { ...rest, content: unmarked(rest['content'] ?? null) } : rest
}
