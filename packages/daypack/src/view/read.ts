import type { BlockId, Seq } from '../model/edit.ts'
import { isReasoning, toolCalls } from '../model/message.ts'
import type { Batch, Item, ShownMessage, Slot, View } from './view.ts'

export function isMessage(item: Item | undefined): item is ShownMessage {
  return item?.kind === 'message'
}

export function position(view: Pick<View, 'items'>, seq: Seq): number {
  return lowerBound(view.items.length, (index) => (view.items[index]?.seq ?? 0) < seq)
}

export function since(view: View, seq: Seq): readonly Item[] {
  return view.items.slice(position(view, seq))
}

export function isRequest(item: Item | undefined): item is ShownMessage {
  return isMessage(item) && isCallerRequest(item)
}

export function isUndo(batch: Batch): boolean {
  return batch.edits.length > 0 && batch.edits.every((edit) => edit.op === 'revert')
}

export function requestSeq(view: View): Seq | undefined {
  return view.slots.findLast(isCallerRequest)?.seq
}

/** Undefined at a turn boundary: only results and our own additions follow an open loop. */
export function openLoop(items: readonly Item[]): ShownMessage | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (!isMessage(item)) return undefined
    if (item.message.role === 'assistant') return toolCalls(item.message).length > 0 ? item : undefined
    if (item.message.role === 'user' && item.origin === 'caller') return undefined
  }
  return undefined
}

/** Where reasoning is bound to the bytes before it, an epoch must fold this message too (the restart form). */
export function boundLoop(items: readonly Item[]): ShownMessage | undefined {
  const open = openLoop(items)
  const hasReasoning = open?.blocks.some(({ block, stale }) => isReasoning(block) && !stale)
  return hasReasoning ? open : undefined
}

export function reasonsInTurn(view: View): boolean {
  const latest = requestSeq(view) ?? 0
  for (let index = view.slots.length - 1; index >= 0; index--) {
    const slot = view.slots[index] as Slot
    if (slot.seq <= latest) return false
    if (reasons(slot)) return true
  }
  return false
}

/** [from, to) positions: an assistant message with its results, or a single message or fold. */
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

export function numberOf({ slots }: Pick<View, 'slots'>, seq: Seq): MessageNumber {
  return lowerBound(slots.length, (at) => (slots[at]?.seq ?? 0) <= seq)
}

export function openLoopAt(slots: readonly Slot[], time: Seq): Seq | undefined {
  for (let index = lowerBound(slots.length, (at) => (slots[at]?.seq ?? 0) < time) - 1; index >= 0; index--) {
    const slot = slots[index] as Slot
    if (slot.message.role === 'assistant') return toolCalls(slot.message).length > 0 ? slot.since : undefined
    if (slot.message.role === 'user' && slot.origin === 'caller') return undefined
  }
  return undefined
}

/** Whether a fold covers the start of the open loop, with its reasoning, but not the rest of it. */
export function cutsLoop(slots: readonly Slot[], from: number, to: number, time: Seq): boolean {
  const open = openLoopAt(slots, time)
  const end = open === undefined ? -1 : slots.findLastIndex((slot) => slot.since === open)
  if (end < 0 || slots.slice(to + 1, end).some(isCallerRequest)) return false
  const begin = slots.slice(from, to + 1)
  return begin.slice(begin.findLastIndex(isCallerRequest) + 1).some(reasons)
}

export function isCallerRequest({ message, origin }: Pick<Slot, 'message' | 'origin'>): boolean {
  return message.role === 'user' && origin === 'caller' && message.blocks.length > 0
}

export function reasons({ message }: Slot): boolean {
  return message.blocks.some(isReasoning)
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
