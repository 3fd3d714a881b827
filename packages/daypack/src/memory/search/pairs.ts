import { tokenize } from '../text/tokenize.ts'
import type { FoundTerm } from './keyword.ts'

const REACH = 3

/** Words that stand side by side in the query, and how much it says when they do so in a text. */
export type Pairs = { readonly worth: ReadonlyMap<string, number>; readonly total: number }

export function queryPairs(query: string, terms: readonly FoundTerm[]): Pairs {
  const idf = new Map(terms.map((term) => [term.term, term.idf]))
  const worth = new Map<string, number>()
  let total = 0
  const tokens = sequence(query)
  for (let index = 1; index < tokens.length; index++) {
    const [left, right] = [tokens[index - 1] as string, tokens[index] as string]
    const value = left === right ? 0 : Math.min(idf.get(left) ?? 0, idf.get(right) ?? 0)
    if (value === 0 || worth.has(`${left} ${right}`)) continue
    worth.set(`${left} ${right}`, value)
    total += value
  }
  return { worth, total }
}

/** Share of the query's pairs that stand close together in the text, in this order, weighted by rarity. */
export function pairShare(text: string, { worth, total }: Pairs): number {
  if (total === 0) return 0
  const tokens = sequence(text)
  const met = new Set<string>()
  for (let left = 0; left < tokens.length; left++) {
    for (let right = left + 1; right <= left + REACH && right < tokens.length; right++) {
      const pair = `${tokens[left]} ${tokens[right]}`
      if (worth.has(pair)) met.add(pair)
    }
  }
  let sum = 0
  for (const pair of met) sum += worth.get(pair) ?? 0
  return sum / total
}

function sequence(text: string): string[] {
  return tokenize(text, { words: false })
    .filter((token) => token.base)
    .map((token) => token.term)
}
