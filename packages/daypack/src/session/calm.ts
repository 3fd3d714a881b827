import type { Settings } from '../config.ts'
import { bytesOf, isStored, type Block, type Message } from '../model/message.ts'
import type { Tokens } from '../model/json.ts'
import { budgetOn } from '../plan/budget.ts'
import type { PlannerInput } from '../plan/plan.ts'
import { MESSAGE_OVERHEAD, type Counter } from '../tokens/count.ts'
import type { View } from '../view/view.ts'

/** Safety margin below the high-water mark: here the size of new content is only estimated. */
const SHARE = 0.8

/** True only when certain: far below the high-water mark, a warm cache, nothing a pass wants to see first. */
export function isCalm(view: View, input: PlannerInput, settings: Settings, fresh: readonly Message[]): boolean {
  // A token has at least one byte.
  return isBelow(SHARE, (bytes) => bytes + PER_MESSAGE.tokens * fresh.length, view, input, settings, fresh)
}

/** The same for a whole conversation. Its tokens may be estimated: where that is too low, it is shortened a turn later. */
export function isCalmStart(
  view: View,
  input: PlannerInput,
  settings: Settings,
  messages: readonly Message[],
  counter: Counter,
): boolean {
  const blocks = messages.flatMap((message) => message.blocks)
  const tokens = (bytes: number) => bytes * tokensPerByte(blocks, counter) + MESSAGE_OVERHEAD.tokens * messages.length
  return isCalm(view, input, settings, messages) || isBelow(1, tokens, view, input, settings, messages)
}

function isBelow(
  share: number,
  tokensIn: (bytes: number) => Tokens,
  view: View,
  { limits, policy, conditions, timing, passes }: PlannerInput,
  settings: Settings,
  fresh: readonly Message[],
): boolean {
  if (timing !== 'tide' || settings.merges || conditions.isForced || conditions.isCold) return false
  const blocks = fresh.flatMap((message) => message.blocks)
  if (blocks.some(isLooseEnd)) return false
  const results = blocks.reduce((sum, block) => sum + (block.type === 'tool-result' ? bytesOf(block.content) : 0), 0)
  const { used, high, window } = budgetOn(view, limits, policy, conditions.isSwitch)
  if (!passes.every((pass) => !pass.fresh || pass.leaves?.(results, window))) return false
  const bytes = blocks.reduce((sum, block) => sum + Buffer.byteLength(textIn(block)), 0)
  return (
    used.tokens + tokensIn(bytes) <= high.tokens * share &&
    used.bytes + bytes + PER_MESSAGE.bytes * fresh.length <= high.bytes * share
  )
}

/** More than any wire adds to what a message says. */
const PER_MESSAGE = { tokens: 20, bytes: 200 }

const SAMPLES = 200
const SAMPLE_CHARS = 500

/** From the middle of blocks evenly spread; an odd step meets both who asks and who answers. */
function tokensPerByte(blocks: readonly Block[], { count }: Counter): number {
  const step = Math.floor(blocks.length / SAMPLES) | 1
  let sample = ''
  for (const [at, block] of blocks.entries()) {
    if (at % step > 0) continue
    const text = textIn(block)
    sample += text.slice(Math.max(0, text.length - SAMPLE_CHARS) / 2).slice(0, SAMPLE_CHARS)
  }
  return count(sample) / Math.max(1, Buffer.byteLength(sample))
}

/** Media and stored results must go through the planner. */
function isLooseEnd(block: Block): boolean {
  if (block.type === 'media') return true
  return block.type === 'tool-result' && (isStored(block.content) || (block.attachments ?? []).length > 0)
}

function textIn(block: Block): string {
  if (block.type === 'text') return block.text
  if (block.type === 'tool-result' && !isStored(block.content)) return block.content.text
  return JSON.stringify(block)
}
