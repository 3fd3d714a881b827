import { firstSeqOf } from './measure-edit.ts'
import type { Size, Tokens } from '../model/json.ts'
import type { Budget } from '../passes/pass.ts'
import type { Billed, Usage } from '../model/entry.ts'
import { plus } from '../tokens/count.ts'
import { openLoop } from '../view/read.ts'
import type { View } from '../view/view.ts'
import type { BudgetReading, Policy, Prices } from './policy.ts'
import type { Seq } from '../model/edit.ts'

export type Limits = {
  readonly window: Tokens
  readonly maxOutput: Tokens
  readonly maxBytes: number
  readonly extra: Size
  readonly model?: string
  readonly prices: Prices
}

/** Before anything is known, a step is taken to bring this much. */
const LEAST_GROWTH = 200

export function lastEpoch(view: View): { seq: number; after: Tokens | undefined } | undefined {
  const mark = view.marks.get('epoch')
  return mark && { seq: mark.seq, after: (mark.data as { after?: Tokens } | undefined)?.after }
}

export function correctionFor(view: View, limits: Limits): Correction {
  const moved = view.batches.findLast((batch) => batch.epoch !== undefined || batch.turns.length > 1)
  const epoch = Math.max(moved?.turns.at(-1) ?? 0, view.marks.get('rewind')?.seq ?? 0)
  const edited = (view.marks.get('server-edits')?.seq ?? 0) > epoch
  return correction(view.usages, limits.model, epoch, limits.window, edited)
}

export function readBudget(
  view: View,
  limits: Limits,
  isCold: boolean,
  by = correctionFor(view, limits),
): BudgetReading {
  return {
    window: toCounted(limits.window, by),
    nominal: limits.window,
    usable: toCounted(limits.window - limits.maxOutput, by),
    maxBytes: limits.maxBytes,
    used: plus(view.size, limits.extra),
    extra: limits.extra,
    view,
    billed: lastBill(view),
    growth: Math.max(LEAST_GROWTH, view.grown.tokens / Math.max(1, view.grown.steps)),
    after: lastEpoch(view)?.after,
    isCold,
    isOpenLoop: openLoop(view.items) !== undefined,
    prices: limits.prices,
  }
}

function lastBill(view: View): Tokens | undefined {
  const last = view.usages.at(-1)
  return last && last.seq > (lastEpoch(view)?.seq ?? 0) ? promptTokens(last) : undefined
}

export function budgetOf(reading: BudgetReading, policy: Policy, extra: Size): Budget {
  const { window, usable, used, maxBytes } = reading
  const { billed, nominal } = reading
  return {
    window,
    usable,
    used,
    extra,
    high: policy.trigger(reading),
    low: policy.target(reading),
    maxBytes,
    ...(billed !== undefined && { billed: { tokens: billed, window: nominal } }),
  }
}

export function budgetOn(view: View, limits: Limits, policy: Policy, isCold: boolean, base: View = view): Budget {
  return budgetOf(readBudget(view, limits, isCold, correctionFor(base, limits)), policy, limits.extra)
}

export function exceeds(used: Size, limit: Size): boolean {
  return used.tokens > limit.tokens || used.bytes > limit.bytes
}

export function isTooBig(budget: Budget): boolean {
  return budget.used.tokens > budget.usable || budget.used.bytes > budget.maxBytes
}

export type Correction = { readonly factor: number; readonly offset: Tokens }

export const NO_CORRECTION: Correction = { factor: 1, offset: 0 }

/** Below this share of our count a bill names only a part (the uncached one, say) or nothing. */
const LEAST = 0.7
const MOST = 2.5
/** What a provider adds on its own (tools, instructions) is taken to fill at most this share of the window. */
const ADDED_SHARE = 0.25
/** A bill for less says more about what is added to every request than about how tokens are counted. */
const TELLING: Tokens = 2_000
const UNBILLED = 1.05
/** Two imaginary bills that agree with our counts, so that one real bill alone changes no factor. */
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
  // What is sent after an epoch was never billed: where counts were seen to be low, they may be a little lower there.
  if (!last || last.head < lastEpoch) return { factor: Math.min(MOST, 1 + (factor - 1) * UNBILLED), offset: 0 }
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
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}

export function toBilled(counted: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.round(by.offset + by.factor * counted))
}

export function toCounted(billed: Tokens, by: Correction): Tokens {
  return Math.max(0, Math.floor((billed - by.offset) / by.factor))
}

export function promptTokens(billed: Billed): Tokens {
  return billed.input + billed.cacheRead + billed.cacheWrite
}

/** The provider's cache ends at the first message the caller changed; all after it counts as never sent. Infinity: none. */
export function firstChangedSeq(view: View, sent: Seq): Seq {
  const slot = view.replacedAt > sent ? view.slots.find(({ seq, since }) => since > sent && seq <= sent) : undefined
  const opened = view.batches.filter(({ isVoid, turns }) => isVoid && (turns.at(-1) ?? 0) > sent)
  const starts = opened.flatMap(({ edits }) => edits.flatMap((edit) => (edit.op === 'fold' ? [firstSeqOf(edit)] : [])))
  return Math.min(...(slot ? [slot.seq] : []), ...starts)
}
