import type { Settings } from '../config.ts'
import { bytesOf, isStored, type Block, type Message } from '../model/message.ts'
import type { Millis, Size, Tokens } from '../model/json.ts'
import { budgetOn } from '../plan/budget.ts'
import type { PlannerInput } from '../plan/plan.ts'
import { BYTES_PER_TOKEN, MESSAGE_OVERHEAD } from '../tokens/count.ts'
import type { View } from '../view/view.ts'

/** Safety margin below the high-water mark: here the size of new content is only estimated. */
const SHARE = 0.8

/** What may still come in before a turn has to be planned first, while the cache is warm. */
export type Headroom = Size & { readonly window: Tokens; readonly until: Millis }

/** What `fresh` leaves of this room. Defined only when certain: a warm cache, and nothing a pass must see first. */
export function roomAfter(
  room: Headroom,
  input: PlannerInput,
  settings: Settings,
  fresh: readonly Message[],
): Headroom | undefined {
  if (input.now > room.until || !passesLeaveAlone(input, settings, fresh, room.window)) return undefined
  return ifAnyLeft(subtract(room, upperBound(bytesIn(fresh), fresh.length)))
}

/** The same for a whole conversation. Its tokens may be estimated; if the estimate was too low, the next turn shortens it. */
export function roomToStart(
  view: View,
  input: PlannerInput,
  settings: Settings,
  messages: readonly Message[],
): Headroom | undefined {
  const room = roomOn(view, input, settings)
  if (!passesLeaveAlone(input, settings, messages, room.window)) return undefined
  const bytes = bytesIn(messages)
  const size = upperBound(bytes, messages.length)
  const certain = ifAnyLeft(subtract(room, size))
  if (certain) return certain
  const tokens = bytes / BYTES_PER_TOKEN + MESSAGE_OVERHEAD.tokens * messages.length
  const estimated = { tokens, bytes: size.bytes }
  return ifAnyLeft(subtract(roomOn(view, input, settings, 1), estimated)) && subtract(room, estimated)
}

/** A token has at least one byte. */
function upperBound(bytes: number, messages: number): Size {
  return { tokens: bytes + PER_MESSAGE.tokens * messages, bytes: bytes + PER_MESSAGE.bytes * messages }
}

function ifAnyLeft(room: Headroom): Headroom | undefined {
  return room.tokens < 0 || room.bytes < 0 ? undefined : room
}

/** Far below the high-water mark. */
export function roomOn(view: View, input: PlannerInput, settings: Settings, share = SHARE): Headroom {
  const { limits, policy, conditions, now } = input
  const { used, high, window } = budgetOn(view, limits, policy, conditions.isSwitch)
  return subtract(
    { tokens: high.tokens * share, bytes: high.bytes * share, window, until: now + settings.cacheTtlMs },
    used,
  )
}

function subtract(room: Headroom, size: Size): Headroom {
  return { ...room, tokens: room.tokens - size.tokens, bytes: room.bytes - size.bytes }
}

function passesLeaveAlone(
  { conditions, timing, passes }: PlannerInput,
  settings: Settings,
  fresh: readonly Message[],
  window: Tokens,
): boolean {
  if (timing !== 'tide' || settings.merges || conditions.isForced || conditions.isCold) return false
  let results = 0
  for (const { blocks } of fresh)
    for (const block of blocks) {
      if (needsPlanning(block)) return false
      if (block.type === 'tool-result') results += bytesOf(block.content)
    }
  return passes.every((pass) => !pass.fresh || pass.leaves?.(results, window))
}

function bytesIn(messages: readonly Message[]): number {
  let bytes = 0
  for (const { blocks } of messages) for (const block of blocks) bytes += Buffer.byteLength(textIn(block))
  return bytes
}

/** More than any wire adds to what a message says. */
const PER_MESSAGE = { tokens: 20, bytes: 200 }

/** Media and stored results must go through the planner. */
function needsPlanning(block: Block): boolean {
  if (block.type === 'media') return true
  return block.type === 'tool-result' && (isStored(block.content) || (block.attachments ?? []).length > 0)
}

function textIn(block: Block): string {
  if (block.type === 'text') return block.text
  if (block.type === 'tool-result' && !isStored(block.content)) return block.content.text
  return JSON.stringify(block)
}
