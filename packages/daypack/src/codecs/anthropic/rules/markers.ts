import { isList, isObject } from '../../../model/json.ts'
import type { Finding, Rules } from '../../shared/rules.ts'
import { isThinking, markersOf, readMessages, type Messages } from './blocks.ts'

/** At most this many are accepted, over tools, system and messages. */
export const MAX_MARKERS = 4
/** A marker finds the previous one only this many blocks back; beyond that the cache is missed without a word. */
const LOOK_BACK = 20

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
  'A-15': {
    level: 'warning',
    check(messages, { previous }) {
      if (!isObject(previous)) return []
      const before = Math.max(...markersOf(readMessages(previous)).map((marker) => marker.blockIndex))
      const markers = markersOf(messages).filter((marker) => marker.blockIndex > 0)
      const [first] = markers
      const isNear = markers.some(({ blockIndex: at }) => at >= before && at - before <= LOOK_BACK)
      const text = `no cache breakpoint within ${LOOK_BACK} blocks of the previous one: the cached prefix will be missed`
      return [before > 0 && !isNear && first && [first.path, text]]
    },
  },
}
