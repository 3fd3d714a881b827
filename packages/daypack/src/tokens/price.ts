import type { Billed } from '../model/usage.ts'

/** US dollars per million tokens. */
export type Price = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Anthropic's rule: writing costs 1.25 of the input price, reading a tenth unless said otherwise. */
function claude(input: number, output: number, read = 0.1): Price {
  return { input, output, cacheRead: input * read, cacheWrite: input * 1.25 }
}

/** Nothing extra is paid for writing. */
function automatic(input: number, cacheRead: number, output: number): Price {
  return { input, output, cacheRead, cacheWrite: input }
}

/** List prices as published in autumn 2026, by the beginning of the model's name. Prices change: give your own to be sure. */
export const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': claude(10, 50, 0.025),
  'claude-fable-5': claude(10, 50),
  'claude-opus-5-5': claude(4, 20, 0.05),
  'claude-opus-5': claude(5, 25),
  'claude-opus-4': claude(15, 75),
  'claude-opus-4-1': claude(15, 75),
  'claude-opus-4-5': claude(5, 25),
  'claude-opus-4-6': claude(5, 25),
  'claude-opus-4-7': claude(5, 25),
  'claude-opus-4-8': claude(5, 25),
  'claude-sonnet-5-5': claude(2, 10, 0.05),
  'claude-sonnet-5': claude(2, 10),
  'claude-sonnet-4': claude(3, 15),
  'claude-sonnet-4-5': claude(3, 15),
  'claude-sonnet-4-6': claude(3, 15),
  'claude-3-7-sonnet': claude(3, 15),
  'claude-haiku-4-5': claude(1, 5),
  'claude-3-5-haiku': claude(0.8, 4),
  'gpt-5.4-mini': automatic(0.75, 0.075, 4.5),
  'gpt-5.4': automatic(2.5, 0.25, 15),
  'gpt-5-mini': automatic(0.25, 0.025, 2),
  'gpt-5': automatic(1.25, 0.125, 10),
  'gpt-4.1': automatic(2, 0.5, 8),
  'gpt-4o-mini': automatic(0.15, 0.075, 0.6),
  'gpt-4o': automatic(2.5, 1.25, 10),
  'gemini-2.5-pro': automatic(1.25, 0.125, 10),
  'gemini-2.5-flash': automatic(0.3, 0.03, 2.5),
  'deepseek-chat': automatic(0.27, 0.07, 1.1),
  'deepseek-reasoner': automatic(0.55, 0.14, 2.19),
}

/** What follows makes it another model: `4` and then `-9`, `gpt-5` and then `.9`. */
const NEXT_VERSION = /^(?:[\d.]|-\d(?!\d))/

/** The price of a model: the longest entry its name begins with, whoever serves it; undefined when there is none. */
export function priceOf(model: string | undefined, table: Readonly<Record<string, Price>> = PRICES): Price | undefined {
  if (model === undefined) return undefined
  const name = model
    .toLowerCase()
    .replace(/^.*[/]/, '')
    .replace(/^(?:[a-z]+\.)*(?=claude)/, '')
  const starts = Object.keys(table).filter(
    (start) => name.startsWith(start) && !NEXT_VERSION.test(name.slice(start.length)),
  )
  const longest = starts.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : table[longest]
}

/**
 * What a bill comes to, in dollars.
 *
 * @example
 * import { dollars } from 'daypack'
 *
 * const price = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 } // dollars for a million tokens
 * const bill = { input: 1_000_000, cacheRead: 0, cacheWrite: 0, output: 0 }
 * if (dollars(bill, price) !== 5) throw new Error('a million tokens of plain input')
 */
export function dollars(billed: Billed, price: Price): number {
  const { input, cacheRead, cacheWrite, output } = billed
  return (
    (input * price.input + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite + output * price.output) /
    1_000_000
  )
}

/** Prices as multiples of plain input: what the planner weighs a rewrite with. */
export function relative(price: Price): { cacheRead: number; cacheWrite: number; output: number } {
  return {
    cacheRead: price.cacheRead / price.input,
    cacheWrite: price.cacheWrite / price.input,
    output: price.output / price.input,
  }
}
