import type { Size, Tokens } from '../model/json.ts'
import type { Budget } from '../passes/pass.ts'
import { promptTokens } from '../model/usage.ts'
import { correction, countedFrom, type Correction } from '../tokens/anchor.ts'
import { plus } from '../tokens/size.ts'
import { openLoop } from '../view/read.ts'
import type { View } from '../view/view.ts'
import type { Gauge, Policy, Prices } from './policy.ts'

/** What the planner is told about the request to come. */
export type Limits = {
  readonly window: Tokens
  readonly maxOutput: Tokens
  readonly maxBytes: number
  /** Tools and whatever else goes with every request. */
  readonly extra: Size
  readonly model?: string
  readonly prices: Prices
}

/** Before anything is known, a step is taken to bring this much. */
const LEAST_GROWTH = 200

export function lastEpoch(view: View): { seq: number; after: Tokens } | undefined {
  const mark = view.marks.get('epoch')
  const data = mark?.data as { after?: Tokens } | undefined
  return mark && { seq: mark.seq, after: data?.after ?? 0 }
}

export function correctionFor(view: View, limits: Limits): Correction {
  const moved = view.batches.findLast((batch) => batch.epoch !== undefined || batch.turns.length > 1)
  const epoch = Math.max(moved?.turns.at(-1) ?? 0, view.marks.get('rewind')?.seq ?? 0)
  const edited = (view.marks.get('server-edits')?.seq ?? 0) > epoch
  return correction(view.usages, limits.model, epoch, limits.window, edited)
}

export function gaugeOf(view: View, limits: Limits, isCold: boolean, by = correctionFor(view, limits)): Gauge {
  return {
    window: countedFrom(limits.window, by),
    nominal: limits.window,
    usable: countedFrom(limits.window - limits.maxOutput, by),
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

export function budgetOf(gauge: Gauge, policy: Policy, extra: Size): Budget {
  const { window, usable, used, maxBytes } = gauge
  return { window, usable, used, extra, high: policy.trigger(gauge), low: policy.target(gauge), maxBytes }
}

/** The budget of a view as the planner sees it. `base` is the view the bills are read from. */
export function budgetOn(view: View, limits: Limits, policy: Policy, isCold: boolean, base: View = view): Budget {
  return budgetOf(gaugeOf(view, limits, isCold, correctionFor(base, limits)), policy, limits.extra)
}

export function exceeds(used: Size, limit: Size): boolean {
  return used.tokens > limit.tokens || used.bytes > limit.bytes
}

/** More than the model or the wire can take at all. */
export function isTooBig(budget: Budget): boolean {
  return budget.used.tokens > budget.usable || budget.used.bytes > budget.maxBytes
}
