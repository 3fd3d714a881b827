import { isList, isObject } from '../../../model/json.ts'
import type { JsonObject } from '../../../model/json.ts'
import { isThinking, markersOf, readMessages, type Messages } from './blocks.ts'
import type { Found, Rule, ValidateOptions } from '../../shared/rules.ts'

export const markerRules: readonly Rule<Messages>[] = [
  { id: 'A-12', check: atMostFour },
  { id: 'A-13', check: longBeforeShort },
  { id: 'A-14', check: markable },
  { id: 'A-15', check: withinLookBack, level: 'warning' },
]

const MAX_MARKERS = 4
const LOOK_BACK = 20

function atMostFour(messages: Messages): Found[] {
  const markers = markersOf(messages)
  const fifth = markers[MAX_MARKERS]
  if (!fifth) return []
  return [
    { path: fifth.path, text: `A maximum of 4 blocks with cache_control may be provided. Found ${markers.length}.` },
  ]
}

function longBeforeShort(messages: Messages): Found[] {
  let short = false
  return markersOf(messages).flatMap(({ path, ttl }) => {
    const late = short && ttl === '1h'
    short ||= ttl === '5m'
    return late
      ? [{ path, text: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block." }]
      : []
  })
}

function markable(messages: Messages): Found[] {
  const own = markersOf(messages).flatMap(({ path, block }): Found[] => {
    if (block['type'] === 'text' && block['text'] === '')
      return [{ path, text: 'cache_control cannot be set for empty text blocks' }]
    if (isThinking(block)) return [{ path, text: `${path}.thinking.cache_control: Extra inputs are not permitted` }]
    return []
  })
  const within = messages.messages.flatMap((message, at) =>
    message.blocks.flatMap((block, index): Found[] => {
      const path = `messages.${at}.content.${index}`
      return subBlocks(block).some((part) => isObject(part['cache_control']))
        ? [{ path, text: `${path}.citations.cache_control: Extra inputs are not permitted` }]
        : []
    }),
  )
  return [...own, ...within]
}

function subBlocks(block: JsonObject): JsonObject[] {
  return isList(block['citations']) ? block['citations'].filter(isObject) : []
}

/** A breakpoint finds the previous one only this far back; beyond it the cache is missed without a word. */
function withinLookBack(messages: Messages, { previous }: ValidateOptions): Found[] {
  if (!isObject(previous)) return []
  const before = Math.max(...markersOf(readMessages(previous)).map((marker) => marker.blockIndex))
  const markers = markersOf(messages).filter((marker) => marker.blockIndex > 0)
  if (!(before > 0) || markers.length === 0) return []
  if (markers.some((marker) => marker.blockIndex >= before && marker.blockIndex - before <= LOOK_BACK)) return []
  const text = `no cache breakpoint within ${LOOK_BACK} blocks of the previous one: the cached prefix will be missed`
  return [{ path: markers[0]?.path ?? '', text }]
}
