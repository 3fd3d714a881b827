import { tokenize } from '../text/tokenize.ts'
import type { Scored } from './keyword.ts'
import type { Query } from './query.ts'

const REACH = 3

/** Words that stand side by side in the query, and how much it says when they do so in a text. */
export function queryPairs(query: Query, scored: Scored): { pairs: ReadonlyMap<string, number>; total: number } {
  const pairs = new Map<string, number>()
  let total = 0
  const tokens = sequence(query.text)
  for (let index = 1; index < tokens.length; index++) {
    const [left, right] = [tokens[index - 1] as string, tokens[index] as string]
    if (left === right) continue
    const worth = Math.min(scored.found.get(left)?.idf ?? 0, scored.found.get(right)?.idf ?? 0)
    if (worth === 0 || pairs.has(`${left} ${right}`)) continue
    pairs.set(`${left} ${right}`, worth)
    total += worth
  }
  return { pairs, total }
}

/** Share of the query's pairs that stand close together in the text, in this order, weighted by rarity. */
export function pairShare(
  text: string,
  { pairs, total }: { pairs: ReadonlyMap<string, number>; total: number },
): number {
  if (total === 0) return 0
  const tokens = sequence(text)
  const met = new Set<string>()
  for (let left = 0; left < tokens.length; left++) {
    for (let right = left + 1; right <= left + REACH && right < tokens.length; right++) {
      const pair = `${tokens[left]} ${tokens[right]}`
      if (pairs.has(pair)) met.add(pair)
    }
  }
  let sum = 0
  for (const pair of met) sum += pairs.get(pair) ?? 0
  return sum / total
}

function sequence(text: string): string[] {
  return tokenize(text, { words: false })
    .filter((token) => token.base)
    .map((token) => token.term)
}
