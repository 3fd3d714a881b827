import type { BlockId, Seq } from '../model/edit.ts'
import { toolCalls } from '../model/message.ts'
import type { Batch, Item, ShownMessage, Slot, View } from './view.ts'

export function isMessage(item: Item | undefined): item is ShownMessage {
  return item?.kind === 'message'
}

/** Position of the first item at or after `seq`; O(log n). */
export function position(view: Pick<View, 'items'>, seq: Seq): number {
  return lowerBound(view.items.length, (index) => (view.items[index]?.seq ?? 0) < seq)
}

/** Items at or after `seq`. */
export function since(view: View, seq: Seq): readonly Item[] {
  return view.items.slice(position(view, seq))
}

/** A message in which the person asks for something (tool results and what we added ourselves do not count). */
export function isRequest(item: Item | undefined): item is ShownMessage {
  return isMessage(item) && isCallerRequest(item)
}

/** A batch that takes others back. */
export function isUndo(batch: Batch): boolean {
  return batch.edits.length > 0 && batch.edits.every((edit) => edit.op === 'revert')
}

/** The newest request still shown as a message. */
export function latestRequest(view: View): ShownMessage | undefined {
  return view.items.findLast(isRequest)
}

const requests = new WeakMap<View, Seq | undefined>()

/** The newest request of the session, folded or not. */
export function requestSeq(view: View): Seq | undefined {
  if (!requests.has(view)) {
    const slot = view.slots.findLast(isCallerRequest)
    requests.set(view, slot?.seq)
  }
  return requests.get(view)
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
 * The open loop's assistant message when it carries reasoning. Where reasoning is bound to the bytes before it, an epoch
 * must fold this message too (INV-05, restart form).
 */
export function boundLoop(items: readonly Item[]): ShownMessage | undefined {
  const open = openLoop(items)
  const hasReasoning = open?.blocks.some(
    ({ block, stale }) => block.type === 'opaque' && block.purpose === 'reasoning' && !stale,
  )
  return hasReasoning ? open : undefined
}

/** Whether the model reasoned since the newest request, folded or not: its provider may want the loop to start with it. */
export function reasonsInTurn(view: View): boolean {
  const latest = requestSeq(view) ?? 0
  for (let index = view.slots.length - 1; index >= 0; index--) {
    const slot = view.slots[index] as Slot
    if (slot.seq <= latest) return false
    if (reasons(slot)) return true
  }
  return false
}

/**
 * Runs of items that must stay together: an assistant message with the results of its tool calls, or a single
 * other message or fold. Given as [from, to) positions.
 */
export function atoms(items: readonly Item[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = []
  for (let index = 0; index < items.length;) {
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

/** A message's place in the conversation, from 1: what hand-overs, tools, commands and pages call it by. */
export type MessageNumber = number

/** The number of a message, or of the last one before that entry of the log; 0 before the first. */
export function numberOf({ slots }: Pick<View, 'slots'>, seq: Seq): MessageNumber {
  return lowerBound(slots.length, (at) => (slots[at]?.seq ?? 0) <= seq)
}

/** The assistant message whose calls were being answered at that time. */
export function openLoopAt(slots: readonly Slot[], time: Seq): Seq | undefined {
  for (let index = lowerBound(slots.length, (at) => (slots[at]?.seq ?? 0) < time) - 1; index >= 0; index--) {
    const slot = slots[index] as Slot
    if (slot.message.role === 'assistant') return toolCalls(slot.message).length > 0 ? slot.since : undefined
    if (slot.message.role === 'user' && slot.origin === 'caller') return undefined
  }
  return undefined
}

/**
 * Whether a fold took the beginning of the loop open at that time, reasoning and all, and left the rest. A fold that took
 * all there was of it leaves what is still to come.
 */
export function cutsLoop(slots: readonly Slot[], from: number, to: number, time: Seq): boolean {
  const open = openLoopAt(slots, time)
  const end = open === undefined ? -1 : slots.findLastIndex((slot) => slot.since === open)
  if (end < 0 || slots.slice(to + 1, end).some(isCallerRequest)) return false
  const begin = slots.slice(from, to + 1)
  return begin.slice(begin.findLastIndex(isCallerRequest) + 1).some(reasons)
}

/** The caller asks something. */
export function isCallerRequest({ message, origin }: Pick<Slot, 'message' | 'origin'>): boolean {
  return message.role === 'user' && origin === 'caller' && message.blocks.length > 0
}

export function reasons({ message }: Slot): boolean {
  return message.blocks.some((block) => block.type === 'opaque' && block.purpose === 'reasoning')
}

/** The first index in [0, length) for which `isBefore` no longer holds; the list must be sorted that way. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

export function blockId(seq: Seq, index: number, attachment?: number): BlockId {
  return attachment === undefined ? `${seq}.${index}` : `${seq}.${index}.${attachment}`
}

export function parseBlockId(id: BlockId): { seq: Seq; index: number; attachment?: number } {
  const [seq = 0, index = 0, attachment] = id.split('.').map(Number)
  return attachment === undefined ? { seq, index } : { seq, index, attachment }
}
