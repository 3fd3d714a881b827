import { isList, isObject } from '../../../model/json.ts'
import { isThinking, markersOf, readMessages, type Messages } from './blocks.ts'
import type { Report, Rule, ValidateOptions } from '../../shared/rules.ts'

export const markerRules: readonly Rule<Messages>[] = [
  { id: 'A-12', check: atMostFour },
  { id: 'A-13', check: longBeforeShort },
  { id: 'A-14', check: markable },
  { id: 'A-15', check: withinLookBack, level: 'warning' },
]

const MAX_MARKERS = 4
const LOOK_BACK = 20

function atMostFour(messages: Messages, report: Report): void {
  const markers = markersOf(messages)
  const fifth = markers[MAX_MARKERS]
  if (fifth) report(fifth.path, `A maximum of 4 blocks with cache_control may be provided. Found ${markers.length}.`)
}

function longBeforeShort(messages: Messages, report: Report): void {
  let short = false
  for (const { path, ttl } of markersOf(messages)) {
    if (short && ttl === '1h')
      report(path, "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.")
    short ||= ttl === '5m'
  }
}

function markable(messages: Messages, report: Report): void {
  for (const { path, block } of markersOf(messages)) {
    if (block['type'] === 'text' && block['text'] === '')
      report(path, 'cache_control cannot be set for empty text blocks')
    else if (isThinking(block)) report(path, `${path}.thinking.cache_control: Extra inputs are not permitted`)
  }
  for (const { block, path } of messages.blocks) {
    const citations = isList(block['citations']) ? block['citations'] : []
    if (citations.some((part) => isObject(part) && isObject(part['cache_control'])))
      report(path, `${path}.citations.cache_control: Extra inputs are not permitted`)
  }
}

/** A breakpoint finds the previous one only this far back; beyond it the cache is missed without a word. */
function withinLookBack(messages: Messages, report: Report, { previous }: ValidateOptions): void {
  if (!isObject(previous)) return
  const before = Math.max(...markersOf(readMessages(previous)).map((marker) => marker.blockIndex))
  const [first, ...others] = markersOf(messages).filter((marker) => marker.blockIndex > 0)
  if (!(before > 0) || !first) return
  const isNear = ({ blockIndex }: { blockIndex: number }) => blockIndex >= before && blockIndex - before <= LOOK_BACK
  if ([first, ...others].some(isNear)) return
  const text = `no cache breakpoint within ${LOOK_BACK} blocks of the previous one: the cached prefix will be missed`
  report(first.path, text)
}
