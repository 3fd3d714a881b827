import type { Settings } from '../config.ts'
import { bytesOf, isStored, type Block, type Message } from '../model/message.ts'
import { sumOf } from '../model/json.ts'
import { budgetOn } from '../plan/budget.ts'
import type { PlannerInput } from '../plan/plan.ts'
import type { View } from '../view/view.ts'

/** Safety margin below the high-water mark: here the size of new content is only estimated. */
const SHARE = 0.8

/**
 * Is it certain that no pass wants to see these bytes before they are sent? `fresh`: the messages in them, where they are
 * read; otherwise all may be results.
 */
export function hasRoomFor(
  bytes: number,
  fresh: readonly Message[] | undefined,
  view: View,
  { limits, policy, conditions, timing, passes }: PlannerInput,
  { merges }: Settings,
): boolean {
  if (timing !== 'tide' || merges || conditions.isForced || conditions.isCold) return false
  const blocks = fresh?.flatMap((message) => message.blocks)
  if (blocks?.some(needsPlanning)) return false
  const results = blocks ? sumOf(blocks, (block) => (block.type === 'tool-result' ? bytesOf(block.content) : 0)) : bytes
  const { used, high, window } = budgetOn(view, limits, policy, conditions.isSwitch)
  // A token has at least one byte.
  const fits = used.tokens + bytes <= high.tokens * SHARE && used.bytes + bytes <= high.bytes * SHARE
  return fits && passes.every((pass) => !pass.fresh || pass.leaves?.(results, window))
}

/** Media and stored results must go through the planner. */
function needsPlanning(block: Block): boolean {
  if (block.type === 'media') return true
  return block.type === 'tool-result' && (isStored(block.content) || (block.attachments ?? []).length > 0)
}
