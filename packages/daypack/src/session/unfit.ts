import { DaypackError } from '../model/errors.ts'
import type { Plan } from '../plan/plan.ts'
import { numberOf } from '../view/read.ts'

export function unfitError({ budget, view, skipped }: Plan, over: NonNullable<Plan['unfit']>): DaypackError {
  const biggest = view.items
    .map(({ seq, size }) => ({ seq, number: numberOf(view, seq), ...size }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, 3)
  const limits = [
    over.overTokens > 0 ? `${over.overTokens} tokens over the ${budget.usable} usable` : '',
    over.overBytes > 0 ? `${over.overBytes} bytes over ${budget.maxBytes}` : '',
  ]
  const largest = biggest.map((item) => `message ${item.number} (${item.tokens} tokens)`).join(', ')
  return new DaypackError(
    'unfit',
    `The request is too large and nothing more can be left out: ${limits.filter(Boolean).join(', ')}. ` +
      `System prompt and tools take ${budget.extra.tokens + (view.system?.size.tokens ?? 0)} tokens; largest: ${largest}. ` +
      'Shorten these, unpin something, or use a model with a larger window.',
    { details: { ...over, biggest, budget, skipped } },
  )
}
