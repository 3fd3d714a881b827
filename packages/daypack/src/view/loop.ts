import type { Seq } from '../model/edit.ts'
import { lowerBound } from '../model/lower-bound.ts'
import { toolCalls } from '../model/message.ts'
import type { Slot } from './view.ts'

/** The assistant message whose calls were being answered at that time. */
export function openLoopAt(slots: readonly Slot[], time: Seq): Seq | undefined {
  for (let index = lowerBound(slots.length, (at) => (slots[at]?.seq ?? 0) < time) - 1; index >= 0; index--) {
    const slot = slots[index] as Slot
    if (slot.message.role === 'assistant') return toolCalls(slot.message).length > 0 ? slot.since : undefined
    if (slot.message.role === 'user' && slot.origin === 'caller') return undefined
  }
  return undefined
}

/** Whether a fold took the beginning of the loop open at that time, reasoning and all, and left the rest. */
export function cutsLoop(slots: readonly Slot[], from: number, to: number, time: Seq): boolean {
  const open = openLoopAt(slots, time)
  const end = open === undefined ? -1 : slots.findLastIndex((slot) => slot.since === open)
  if (end <= to || slots.slice(to + 1, end).some(asks)) return false
  const begin = slots.slice(from, to + 1)
  return begin.slice(begin.findLastIndex(asks) + 1).some(reasons)
}

/** The caller asks something. */
export function asks({ message, origin }: Pick<Slot, 'message' | 'origin'>): boolean {
  return message.role === 'user' && origin === 'caller' && message.blocks.length > 0
}

export function reasons({ message }: Slot): boolean {
  return message.blocks.some((block) => block.type === 'opaque' && block.purpose === 'reasoning')
}
