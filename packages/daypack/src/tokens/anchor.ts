import type { Seq } from '../model/edit.ts'
import type { Tokens } from '../model/json.ts'
import { promptTokens, type Usage } from '../model/usage.ts'

/** Billed tokens ≈ offset + factor × counted tokens. */
export type Correction = { readonly factor: number; readonly offset: Tokens }

export const UNCORRECTED: Correction = { factor: 1, offset: 0 }

/** Below this share of our count a bill names only a part (the uncached one, say) or nothing. */
const LEAST = 0.7
const MOST = 2.5
/** What a provider adds on its own (tools, instructions) is taken to fill at most this share of the window. */
const ADDED_SHARE = 0.25
/** A bill for less says more about what is added to every request than about how tokens are counted. */
const TELLING: Tokens = 2_000
/** Bills that agree with our counts, taken for granted: one bill alone changes no factor. */
const GRANTED = [1, 1]

/**
 * What the bills so far say about our counts. A bill can only make us more careful: it never gives more room than our own
 * count does. The factor is the median ratio over the newest telling bills of this model; while the view has only grown
 * since the last bill, the estimate starts from that bill and only what is new is counted. Only where the provider said that
 * it left something out itself (`edited`) does a smaller bill count as it is.
 */
export function correction(
  usages: readonly Usage[],
  model: string | undefined,
  lastEpoch: Seq,
  window: Tokens,
  edited = false,
): Correction {
  const mine = usages.filter((usage) => isOf(usage, model) && isPlausible(usage, window))
  const ratios = mine.filter((usage) => usage.counted.tokens >= TELLING).map(ratioOf)
  const factor = Math.min(MOST, Math.max(1, median([...GRANTED, ...ratios])))
  const last = edited ? usages.findLast((usage) => isOf(usage, model) && promptTokens(usage) > 0) : mine.at(-1)
  if (!last || last.head < lastEpoch) return { factor, offset: 0 }
  const offset = promptTokens(last) - factor * last.counted.tokens
  const least = edited ? -Infinity : (1 - factor) * last.counted.tokens
  return { factor, offset: Math.min(window * ADDED_SHARE, Math.max(least, offset)) }
}

function isOf(usage: Usage, model: string | undefined): boolean {
  return model === undefined || usage.model === undefined || usage.model === model
}

function isPlausible(usage: Usage, window: Tokens): boolean {
  const { tokens } = usage.counted
  const billed = promptTokens(usage)
  return tokens > 0 && billed >= tokens * LEAST && billed <= tokens * MOST + window * ADDED_SHARE
}

function ratioOf(usage: Usage): number {
  return promptTokens(usage) / usage.counted.tokens
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1
}

export function billedFrom(counted: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.round(by.offset + by.factor * counted))
}

export function countedFrom(billed: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.floor((billed - by.offset) / by.factor))
}
