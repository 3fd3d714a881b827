import type { Tokens } from '../model/json.ts'
import type { Billed } from '../model/entry.ts'
import { modelOf, type Models } from './models.ts'

type Rates = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** US dollars per million tokens; `above`: for the whole of a request whose prompt has more tokens than that. */
export type Price = Rates & { readonly above?: Rates & { readonly tokens: Tokens } }

export function priceOf(model: string | undefined, own?: Models): Price | undefined {
  return modelOf(model, own)?.price
}

/** What the bill of one request comes to, in dollars. */
export function dollars(billed: Billed, price: Price): number {
  return millionths(billed, price) / 1_000_000
}

/** An amount in plain input tokens, and in dollars where the price of every model in it is known. */
export type Amount = { readonly tokens: number; readonly dollars?: number }

/** Prices for models that are not in the table: the ratios most providers share. */
export const COMMON_PRICE: Price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }

export function amountOf(billed: Billed, price: Price | undefined): Amount {
  const by = price ?? COMMON_PRICE
  const tokens = millionths(billed, by) / by.input
  return price ? { tokens, dollars: dollars(billed, price) } : { tokens }
}

/** The rates for a prompt of this many tokens. */
export function ratesFor(prompt: Tokens, price: Price = COMMON_PRICE): Rates {
  return price.above && prompt > price.above.tokens ? price.above : price
}

function millionths({ input, cacheRead, cacheWrite, output }: Billed, price: Price): number {
  const by = ratesFor(input + cacheRead + cacheWrite, price)
  return input * by.input + cacheRead * by.cacheRead + cacheWrite * by.cacheWrite + output * by.output
}

export function relative(price: Price): { cacheRead: number; cacheWrite: number; output: number } {
  return {
    cacheRead: price.cacheRead / price.input,
    cacheWrite: price.cacheWrite / price.input,
    output: price.output / price.input,
  }
}
