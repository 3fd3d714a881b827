import { isStored, toolCalls, toolResults } from '../model/message.ts'
import type { Crop, Edit, Fold, Seq } from '../model/edit.ts'
import { parseBlockId, lowerBound, numberOf, openLoop, position, requestSeq } from './read.ts'
import type { ShownBlock, Slot, View } from './view.ts'

/** Why an edit may not be made on this view, or undefined when it may. Never blames us for what the caller brought. */
export function refusal(view: View, edit: Edit): string | undefined {
  switch (edit.op) {
    case 'crop':
      return refuseCrop(view, edit)
    case 'fold':
      return refuseFold(view, edit)
    case 'revert':
      return view.batches.some((batch) => batch.seq === edit.seq) ? undefined : `there is no batch ${edit.seq}`
  }
}

export function findBlock(view: View, id: Crop['block']): ShownBlock | undefined {
  const { seq, index, attachment } = parseBlockId(id)
  const item = view.items[position(view, seq)]
  if (item?.kind !== 'message' || item.seq !== seq) return undefined
  const shown = item.blocks[index]
  return attachment === undefined ? shown : shown?.attachments?.[attachment]
}

function refuseCrop(view: View, edit: Crop): string | undefined {
  const { seq } = parseBlockId(edit.block)
  const shown = findBlock(view, edit.block)
  const item = view.items[position(view, seq)]
  if (!shown || item?.kind !== 'message') return `block ${edit.block} is not in view`
  if (item.pinned) return `message ${numberOf(view, seq)} is pinned`
  if (item.message.role === 'system') return 'system messages stay as they are'
  if (requestSeq(view) === seq) return 'the latest user request stays as it is'
  if (item === openLoop(view.items)) return 'the open tool loop keeps its assistant message'
  const { block } = shown
  if (block.type === 'tool-call') return 'a tool call stays as it is'
  if (block.type === 'tool-result' || block.type === 'text') return refuseSpans(edit, lengthOf(block))
  return edit.keep.length > 0 ? `a ${block.type} block is shown whole or not at all` : undefined
}

function lengthOf(block: Extract<ShownBlock['block'], { type: 'text' | 'tool-result' }>): number {
  const content = block.type === 'text' ? { text: block.text } : block.content
  return isStored(content) ? content.bytes : Buffer.byteLength(content.text)
}

function refuseSpans(edit: Crop, bytes: number): string | undefined {
  let end = 0
  for (const span of edit.keep) {
    if (span.from < end || span.to <= span.from || span.to > bytes)
      return `span ${span.from}–${span.to} of ${bytes} bytes`
    end = span.to
  }
  return undefined
}

function refuseFold(view: View, edit: Fold): string | undefined {
  const from = slotIndex(view, edit.from)
  const to = slotIndex(view, edit.to)
  if (from === undefined || to === undefined || from > to) return `no messages ${edit.from}–${edit.to} in view`
  const run = view.slots.slice(from, to + 1)
  const held = run.find((slot) => view.pins.has(slot.seq) || slot.message.role === 'system')
  if (held) return `message ${numberOf(view, held.seq)} is pinned or system`
  const older = view.items.find((item) => item.kind === 'fold' && overlapsPartly(item.seq, item.to, edit))
  if (older) return `it would cut through the fold of ${older.seq}`
  const split = splitPair(view.slots, from, to)
  if (split) return `it would part the tool call ${split} from its result`
  const request = requestSeq(view)
  if (request !== undefined && request >= edit.from && request <= edit.to && edit.summary.request !== request) {
    return 'the latest user request is not in the summary'
  }
  return undefined
}

function overlapsPartly(from: Seq, to: Seq, edit: Fold): boolean {
  const apart = to < edit.from || from > edit.to
  const inside = from >= edit.from && to <= edit.to
  return !apart && !inside
}

function splitPair(slots: readonly Slot[], from: number, to: number): string | undefined {
  const calls = new Set<string>()
  for (let index = from; index <= to; index++) {
    const message = (slots[index] as Slot).message
    for (const call of toolCalls(message)) calls.add(call.callId)
    for (const result of toolResults(message)) {
      if (!calls.delete(result.callId) && hasCall(slots, from, result.callId)) return result.callId
    }
  }
  for (let index = to + 1; index < slots.length; index++) {
    const { message } = slots[index] as Slot
    if (message.role === 'assistant') break
    const answered = toolResults(message).find((result) => calls.has(result.callId))
    if (answered) return answered.callId
  }
  return undefined
}

function hasCall(slots: readonly Slot[], before: number, callId: string): boolean {
  for (let index = before - 1; index >= 0; index--) {
    const { message } = slots[index] as Slot
    if (toolCalls(message).some((call) => call.callId === callId)) return true
    if (message.role !== 'tool') return false
  }
  return false
}

function slotIndex(view: View, seq: Seq): number | undefined {
  const index = lowerBound(view.slots.length, (at) => (view.slots[at]?.seq ?? 0) < seq)
  return view.slots[index]?.seq === seq ? index : undefined
}
