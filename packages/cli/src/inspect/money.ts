import { dollars, priceOf, type Billed, type Entry, type Price } from 'daypack'
import type { RequestRow } from './timeline.ts'

/** Prices for models that are not in the table: in tokens of plain input. */
const COMMON: Price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }

export type Money = { readonly currency: 'dollars' | 'tokens'; readonly of: (row: RequestRow) => number }

/** Dollars where the price of every model is known, else tokens of plain input. */
export function moneyOf(rows: readonly RequestRow[]): Money {
  const isKnown = rows.length > 0 && rows.every((row) => priceOf(row.model || undefined) !== undefined)
  return {
    currency: isKnown ? 'dollars' : 'tokens',
    of: ({ usage, model }) => amount(usage, isKnown ? priceOf(model) : undefined),
  }
}

/** What these tokens cost: a million times the price where it counts in tokens. */
export function amount(billed: Billed, price: Price | undefined): number {
  return price ? dollars(billed, price) : dollars(billed, COMMON) * 1_000_000
}

/** What writing this many tokens into the cache, or reading them from it, costs. */
export function priceOfTokens(tokens: number, what: 'cacheRead' | 'cacheWrite', rows: readonly RequestRow[]): number {
  const model = rows.at(-1)?.model
  const price = moneyOf(rows).currency === 'dollars' ? priceOf(model) : undefined
  return amount({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, [what]: tokens }, price)
}

/** Tokens of each request with all that edits saved back in. */
export function unmanagedTokens(entries: readonly Entry[], rows: readonly RequestRow[]): number[] {
  const savings = new Map<number, number>()
  let saved = 0
  let at = 0
  return rows.map((row) => {
    for (; at < entries.length && (entries[at]?.seq ?? 0) <= row.head; at++) {
      const entry = entries[at]
      if (entry?.kind !== 'edits') continue
      savings.set(entry.seq, entry.saved)
      saved += entry.saved
      for (const edit of entry.edits) {
        if (edit.op !== 'revert') continue
        const back = savings.get(edit.seq) ?? 0
        savings.set(edit.seq, -back)
        saved -= back
      }
    }
    return row.total + Math.max(0, saved)
  })
}
