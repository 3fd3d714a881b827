import type { Tokens } from '../model/json.ts'
import type { BudgetReading, Policy } from '../plan/policy.ts'
import { CALL_OVERHEAD, MESSAGE_OVERHEAD } from '../tokens/count.ts'
import type { Item, View } from '../view/view.ts'

const BYTES_HIGH = 0.9
const BYTES_LOW = 0.5

/** Above `high` the whole pass list runs before every request; `unmeasured`: tokens the document's own rule does not count. */
export function above(
  high: (reading: BudgetReading) => Tokens,
  low: (reading: BudgetReading) => Tokens = () => 0,
): Policy {
  const waterMark = (reading: BudgetReading, tokens: Tokens, bytes: number) => ({
    tokens: Math.floor(Math.min(reading.usable, tokens)),
    bytes: Math.floor(reading.maxBytes * bytes),
  })
  return {
    trigger: (reading) => waterMark(reading, high(reading), BYTES_HIGH),
    target: (reading) => waterMark(reading, low(reading), BYTES_LOW),
    exact: true,
  }
}

export function unmeasured(reading: BudgetReading, measured: Tokens): Tokens {
  return reading.used.tokens - measured
}

export function saidTokens(item: Item): Tokens {
  if (item.kind === 'fold') return item.size.tokens - MESSAGE_OVERHEAD.tokens
  return item.blocks.reduce((sum, { block, size }) => {
    const isCall = block.type === 'tool-call' || block.type === 'tool-result'
    return sum + Math.max(0, size.tokens - (isCall ? CALL_OVERHEAD.tokens : 0))
  }, 0)
}

/** System prompt, summary and messages; tools are not counted. */
export function contextTokens(view: View): Tokens {
  return view.items.reduce((sum, item) => sum + saidTokens(item), view.system ? saidTokens(view.system) : 0)
}

export function compactableTokens(view: View, keepRecent: number): Tokens {
  const end = Math.max(0, view.items.length - keepRecent)
  let total = 0
  for (const item of view.items.slice(0, end)) {
    if (item.kind === 'message' && !item.pinned && item.message.role !== 'system') total += saidTokens(item)
  }
  return total
}
