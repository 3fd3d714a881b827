import type { Settings } from '../config.ts'
import { bytesOf, isStored, type Block, type Message } from '../model/message.ts'
import { budgetOn } from '../plan/budget.ts'
import type { PlannerInput } from '../plan/plan.ts'
import type { View } from '../view/view.ts'

/** Safety margin below the high-water mark: here the size of new content is only estimated. */
const SHARE = 0.8

/** True only when certain: far below the high-water mark, a warm cache, nothing a pass wants to see first. */
export function isCalm(view: View, input: PlannerInput, settings: Settings, fresh: readonly Message[]): boolean {
  const { limits, policy, conditions, timing, passes } = input
  if (timing !== 'tide' || settings.merges || conditions.isForced || conditions.isCold) return false
  const blocks = fresh.flatMap((message) => message.blocks)
  if (blocks.some(isLooseEnd)) return false
  const results = blocks.reduce((sum, block) => sum + (block.type === 'tool-result' ? bytesOf(block.content) : 0), 0)
  const { used, high, window } = budgetOn(view, limits, policy, conditions.isSwitch)
  if (!passes.every((pass) => !pass.fresh || pass.leaves?.(results, window))) return false
  // A token has at least one byte.
  const bytes = blocks.reduce((sum, block) => sum + sizeOf(block), 0)
  const tokens = bytes + PER_MESSAGE.tokens * fresh.length
  return (
    used.tokens + tokens <= high.tokens * SHARE &&
    used.bytes + bytes + PER_MESSAGE.bytes * fresh.length <= high.bytes * SHARE
  )
}

/** More than any wire adds to what a message says. */
const PER_MESSAGE = { tokens: 20, bytes: 200 }

/** Media and stored results must go through the planner. */
function isLooseEnd(block: Block): boolean {
  if (block.type === 'media') return true
  return block.type === 'tool-result' && (isStored(block.content) || (block.attachments ?? []).length > 0)
}

function sizeOf(block: Block): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text)
    case 'tool-result':
      return bytesOf(block.content)
    default:
      return Buffer.byteLength(JSON.stringify(block))
  }
}
