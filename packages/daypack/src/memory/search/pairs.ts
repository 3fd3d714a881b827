import { textMemo } from '../../model/text-memo.ts'
import { CJK } from '../text/cjk.ts'
import { tokenize } from '../text/tokenize.ts'
import type { FoundTerm } from './keyword.ts'

const REACH = 3
const REMEMBERED = 5_000

/** Words that stand side by side in the query, and how much it says when they do so in a text. */
export type Pairs = { readonly worth: ReadonlyMap<number, number>; readonly total: number }

export function queryPairs(query: string, terms: readonly FoundTerm[]): Pairs {
  const idf = new Map(terms.map(({ term, idf: rare }) => [hashOf(term), rare]))
  const worth = new Map<number, number>()
  let total = 0
  const tokens = sequence(query)
  for (let index = 1; index < tokens.length; index++) {
    const [left, right] = [tokens[index - 1] as number, tokens[index] as number]
    const value = left === right ? 0 : Math.min(idf.get(left) ?? 0, idf.get(right) ?? 0)
    const pair = pairOf(left, right)
    if (value === 0 || worth.has(pair)) continue
    worth.set(pair, value)
    total += value
  }
  return { worth, total }
}

/** Share of the query's pairs that stand close together in the text, in this order, weighted by rarity. */
export function pairShare(text: string, { worth, total }: Pairs): number {
  if (total === 0) return 0
  const tokens = remembered(text)
  const met = new Set<number>()
  for (let left = 0; left < tokens.length; left++) {
    const end = Math.min(left + REACH, tokens.length - 1)
    for (let right = left + 1; right <= end; right++) {
      const pair = pairOf(tokens[left] as number, tokens[right] as number)
      if (worth.has(pair)) met.add(pair)
    }
  }
  let sum = 0
  for (const pair of met) sum += worth.get(pair) ?? 0
  return sum / total
}

const known = textMemo(new Map<string, Int32Array>())

/** Texts that were candidates lately: the best notes of a workspace are asked for again and again. */
function remembered(text: string): Int32Array {
  let tokens = known.get(text)
  if (tokens === undefined) {
    tokens = sequence(text)
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value as string)
    known.set(text, tokens)
  }
  return tokens
}

/**
 * Words in order, as numbers: two words with one number would only add a pair that is not there. CJK is left out, being
 * indexed by pairs already.
 */
function sequence(text: string): Int32Array {
  const words = tokenize(text, { words: false }).filter(({ base, term }) => base && !CJK.test(term))
  return Int32Array.from(words, ({ term }) => hashOf(term))
}

function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash | 0
}

function pairOf(left: number, right: number): number {
  return (Math.imul(left, 0x9e3779b1) ^ right) | 0
}
