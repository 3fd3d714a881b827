import type { Seq } from '../model/edit.ts'
import type { Tokens } from '../model/json.ts'
import { promptTokens, type Usage } from '../model/usage.ts'

/** Billed tokens ≈ offset + factor × counted tokens. */
export type Correction = { readonly factor: number; readonly offset: Tokens }

export const UNCORRECTED: Correction = { factor: 1, offset: 0 }

const LEAST = 0.5
const MOST = 3

/**
 * What the bills so far say about our counts. The factor is the median ratio over the newest bills of this model; while
 * the view has only grown since the last bill, the estimate starts from that bill and only what is new is counted.
 */
export function correction(usages: readonly Usage[], model: string | undefined, lastEpoch: Seq): Correction {
  const mine = usages.filter(
    (usage) => usage.counted.tokens > 0 && (model === undefined || usage.model === undefined || usage.model === model),
  )
  const last = mine.at(-1)
  if (!last) return UNCORRECTED
  const ratios = mine.map((usage) => promptTokens(usage) / usage.counted.tokens).toSorted((a, b) => a - b)
  const factor = Math.min(MOST, Math.max(LEAST, ratios[ratios.length >> 1] ?? 1))
  const anchored = last.head >= lastEpoch
  return { factor, offset: anchored ? promptTokens(last) - factor * last.counted.tokens : 0 }
}

export function billedFrom(counted: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.round(by.offset + by.factor * counted))
}

export function countedFrom(billed: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.floor((billed - by.offset) / by.factor))
}
