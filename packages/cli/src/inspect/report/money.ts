import type { Billed, Price, Tokens } from 'daypack'
import { COMMON_PRICE, dollars, priceOf } from 'daypack/internal'
import type { RequestRow, Timeline } from './timeline.ts'

/** One currency for a whole session: dollars where the price of every model in it is known, else tokens of plain input. */
export type Money = {
  readonly currency: 'dollars' | 'tokens'
  readonly of: (row: RequestRow) => number
  readonly ofTokens: (tokens: Tokens, what: 'input' | 'cacheRead' | 'cacheWrite') => number
}

/** The currency of a session's requests, and what they cost in it. */
export function moneyOf({ rows, models: own }: Pick<Timeline, 'rows' | 'models'>): Money {
  const models = [...new Set(rows.map((row) => row.model))]
  const prices = new Map(models.map((model) => [model, priceOf(model || undefined, own)]))
  const isKnown = models.length > 0 && [...prices.values()].every((price) => price !== undefined)
  const priceFor = (model: string | undefined) => (isKnown ? prices.get(model ?? '') : undefined)
  return {
    currency: isKnown ? 'dollars' : 'tokens',
    of: ({ usage, model }) => amount(usage, priceFor(model)),
    ofTokens: (tokens, what) =>
      amount({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, [what]: tokens }, priceFor(rows.at(-1)?.model)),
  }
}

function amount(billed: Billed, price: Price | undefined): number {
  return price ? dollars(billed, price) : dollars(billed, COMMON_PRICE) * 1_000_000
}
