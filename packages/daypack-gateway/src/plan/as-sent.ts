import type { Json } from 'daypack'
import type { JsonObject } from 'daypack/internal'
import { receivedList, sentList, type SentRequest } from '../session/agent.ts'
import { isObject } from '../wires/wire.ts'

/** Reuses the beginning as it was sent, without its cache markers: more than four would be refused. */
export function asSent(list: readonly Json[], last: SentRequest | undefined): Json[] | undefined {
  const received = last && receivedList(last.turn)
  if (!received || list.length < received.length) return undefined
  return saysAgain(list, received) ? [...sentList(last).map(unmarked), ...list.slice(received.length)] : undefined
}

const MARKER = 'cache_control'

function unmarked(item: Json): Json {
  const text = JSON.stringify(item)
  return text.includes(`"${MARKER}":{`) ? (JSON.parse(text, withoutMarker) as Json) : item
}

function withoutMarker(key: string, value: unknown): unknown {
  return key === MARKER ? undefined : value
}

/** Does the list begin with these items, from `first` on? They may be written otherwise. */
export function saysAgain(list: readonly Json[], items: readonly Json[], first = 0): boolean {
  return items.slice(first).every((item, index) => plain(item) === plain(list[first + index] ?? null))
}

/** What an item says: cache markers move, and a lone text is written as a string or as a block. */
function plain(item: Json): string {
  const content = isObject(item) ? item['content'] : undefined
  const same =
    typeof content === 'string' ? { ...(item as JsonObject), content: [{ type: 'text', text: content }] } : item
  return JSON.stringify(same, withoutMarker)
}
