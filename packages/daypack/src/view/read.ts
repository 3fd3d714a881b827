import type { Seq } from '../model/edit.ts'
import { toolCalls } from '../model/message.ts'
import type { Item, ShownMessage, View } from './view.ts'

export function isMessage(item: Item | undefined): item is ShownMessage {
  return item?.kind === 'message'
}

/** Position of the first item at or after `seq`; O(log n). */
export function position(view: View, seq: Seq): number {
  let low = 0
  let high = view.items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((view.items[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Items at or after `seq`. */
export function since(view: View, seq: Seq): readonly Item[] {
  return view.items.slice(position(view, seq))
}

/** A message in which the person asks for something (tool results and what we added ourselves do not count). */
export function isRequest(item: Item | undefined): item is ShownMessage {
  return isMessage(item) && item.message.role === 'user' && item.origin === 'caller' && item.message.blocks.length > 0
}

/** The newest request still shown as a message. */
export function latestRequest(view: View): ShownMessage | undefined {
  return view.items.findLast(isRequest)
}

/**
 * The assistant message whose tool calls are being answered right now: nothing but results (and our own additions)
 * follows it. Undefined at a turn boundary.
 */
export function openLoop(items: readonly Item[]): ShownMessage | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (!isMessage(item)) return undefined
    if (item.message.role === 'assistant') return toolCalls(item.message).length > 0 ? item : undefined
    if (item.message.role === 'user' && item.origin === 'caller') return undefined
  }
  return undefined
}

/**
 * Runs of items that stand or fall together: an assistant message with the results of its tool calls, or a single
 * other message or fold. Given as [from, to) positions.
 */
export function atoms(items: readonly Item[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = []
  for (let index = 0; index < items.length; ) {
    const item = items[index]
    let next = index + 1
    if (isMessage(item) && item.message.role === 'assistant' && toolCalls(item.message).length > 0) {
      while (next < items.length && answers(items[next])) next++
    }
    result.push({ from: index, to: next })
    index = next
  }
  return result
}

function answers(item: Item | undefined): boolean {
  return isMessage(item) && item.message.role === 'tool'
}
