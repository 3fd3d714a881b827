import { DAY_MS } from './day.ts'
import { DaypackError } from './errors.ts'
import { askModel } from './wait.ts'
import type { Millis, Tokens } from './json.ts'
import type { Count, Summarize } from './summarize.ts'

export type CallCaps = {
  /** A day of 24 hours up to now, all sessions of this pack together. */
  readonly maxCallsPerDay?: number
  readonly maxTokensPerDay?: Tokens
}

/**
 * A summarizer that stops at its caps: beyond them it rejects with `summary-failed`, and hand-overs do without a model.
 *
 * @example
 * import { byBytes } from 'daypack'
 * import { capCalls } from 'daypack/presets'
 *
 * const capped = capCalls(async () => 'a note', { maxCallsPerDay: 0 }, { now: Date.now, count: byBytes(4).count })
 * const failed = await Promise.resolve(capped({ system: '', prompt: '', maxTokens: 9 })).then(() => false, () => true)
 * if (!failed) throw new Error('beyond its cap it asks no model')
 */
export function capCalls(summarize: Summarize, caps: CallCaps, parts: { now(): Millis; count: Count }): Summarize {
  const { maxCallsPerDay = 500, maxTokensPerDay = 20_000_000 } = caps
  const spent: { at: Millis; tokens: Tokens }[] = []
  return async (ask) => {
    while ((spent[0]?.at ?? Infinity) <= parts.now() - DAY_MS) spent.shift()
    const tokens = spent.reduce((sum, call) => sum + call.tokens, 0)
    const over =
      spent.length >= maxCallsPerDay
        ? `${maxCallsPerDay} calls`
        : tokens >= maxTokensPerDay
          ? `${maxTokensPerDay} tokens`
          : undefined
    if (over)
      throw new DaypackError(
        'summary-failed',
        `Own model calls of the last 24 hours reached the cap of ${over}; raise it or wait.`,
      )
    const call = { at: parts.now(), tokens: parts.count(ask.prompt) }
    spent.push(call)
    const answer = await askModel(summarize, ask)
    call.tokens += parts.count(answer)
    return answer
  }
}
