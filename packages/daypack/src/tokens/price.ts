import type { Tokens } from '../model/json.ts'
import type { Billed } from '../model/usage.ts'
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
  const { input, cacheRead, cacheWrite, output } = billed
  const by = price.above && input + cacheRead + cacheWrite > price.above.tokens ? price.above : price
  return (input * by.input + cacheRead * by.cacheRead + cacheWrite * by.cacheWrite + output * by.output) / 1_000_000
}

export function relative(price: Price): { cacheRead: number; cacheWrite: number; output: number } {
  return {
    cacheRead: price.cacheRead / price.input,
    cacheWrite: price.cacheWrite / price.input,
    output: price.output / price.input,
  }
}
