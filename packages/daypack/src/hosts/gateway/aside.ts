import type { Json, JsonObject } from '../../model/json.ts'
import type { Sent } from './lanes.ts'
import { isObject } from './wires/wire.ts'

/**
 * A list that begins like the one that came last, with its beginning as it went out; undefined when it begins otherwise.
 * For requests about a conversation (how large is it?) that must not change it.
 */
export function asSent(list: readonly Json[], last: Sent | undefined): Json[] | undefined {
  if (!last || list.length < last.cameList.length) return undefined
  const isSame = last.cameList.every((item, index) => plain(item) === plain(list[index] ?? null))
  return isSame ? [...last.wentList, ...list.slice(last.cameList.length)] : undefined
}

/** What an item says: cache markers move, and a lone text is written as a string or as a block. */
function plain(item: Json): string {
  const content = isObject(item) ? item['content'] : undefined
  const same =
    typeof content === 'string' ? { ...(item as JsonObject), content: [{ type: 'text', text: content }] } : item
  return JSON.stringify(same, (key, value: unknown) => (key === 'cache_control' ? undefined : value))
}
