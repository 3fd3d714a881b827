import { modelOf, type Entry, type Tokens, type Billed, type Models } from 'daypack'
import {
  promptTokens,
  CACHE_SECONDS,
  conversationStart,
  savings,
  amountOf,
  type OwnCompaction,
  type Amount,
} from 'daypack/internal'

/** For agents whose rule is not known: most compact near the end of the window. */
const USUAL: OwnCompaction = { at: 0.85 }
/** Median of 21 summaries that Claude Code wrote for itself (11,151 characters). */
const SUMMARY_TOKENS: Tokens = 2_800

/** Simulates the agent's own compaction; dollars only where the price of every model is known. */
export function ownCost(
  entries: readonly Entry[],
  rule: OwnCompaction = USUAL,
  windowOf: (model: string | undefined) => Tokens,
  models?: Models,
): Amount {
  const saved = savings()
  let total: Amount = { tokens: 0, dollars: 0 }
  let last = { whole: 0, at: 0 }
  let held = 0
  let cached = 0
  let isCaching = false
  let base: Tokens | undefined
  let isSame = true
  for (const entry of entries.slice(conversationStart(entries))) {
    saved.take(entry)
    if (entry.kind !== 'usage') continue
    const { usage } = entry
    const { price, cacheSeconds = CACHE_SECONDS } = modelOf(usage.model, models) ?? {}
    const pay = (billed: Billed) => {
      const { tokens, dollars } = amountOf(billed, price)
      const before = total.dollars
      total = {
        tokens: total.tokens + tokens,
        ...(dollars !== undefined && before !== undefined && { dollars: before + dollars }),
      }
    }
    const actual = promptTokens(usage)
    const ratio = usage.counted.tokens > 0 ? actual / usage.counted.tokens : 1
    const whole = actual + saved.now() * ratio
    base ??= whole
    const window = windowOf(usage.model)
    held = Math.max(held + whole - last.whole, base)
    if (entry.at - last.at > cacheSeconds * 1_000) cached = 0
    last = { whole, at: entry.at }
    isSame &&= saved.isNothing()
    if (held > window * rule.at - (rule.reserve ?? 0)) {
      isSame = false
      pay({ input: 0, cacheRead: cached, cacheWrite: Math.max(0, held - cached), output: SUMMARY_TOKENS })
      held = base + SUMMARY_TOKENS + Math.min(held - base, rule.keepTokens ?? held * (rule.keepShare ?? 0))
      cached = base
    }
    isCaching ||= usage.cacheRead + usage.cacheWrite > 0
    const read = isCaching ? Math.min(cached, held) : 0
    const fresh = held - read
    const isWritten = usage.cacheWrite > 0
    const simulated = { input: isWritten ? 0 : fresh, cacheRead: read, cacheWrite: isWritten ? fresh : 0 }
    // Until something is shortened, by us or by its own rule, it would have sent what it sent.
    pay(isSame ? usage : { ...simulated, output: usage.output })
    cached = held
  }
  return total
}
