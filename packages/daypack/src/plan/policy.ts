import type { Size, Tokens } from '../model/json.ts'
import type { View } from '../view/view.ts'
import type { Budget, Tide } from '../passes/pass.ts'
import { isUndo, requestSeq } from '../view/read.ts'
import { exceeds, isTooBig, lastEpoch } from './budget.ts'

export type BudgetReading = {
  readonly window: Tokens
  /** The window as it was set, before any bill. */
  readonly nominal: Tokens
  readonly usable: Tokens
  readonly maxBytes: number
  readonly used: Size
  /** Part of `used`: tools and other things sent that are not in the view. */
  readonly extra: Size
  /** What was planned on, for a policy that weighs only some of it. */
  readonly view: View
  /** Input of the newest bill, as the provider counts; undefined before the first and after an epoch. */
  readonly billed: Tokens | undefined
  /** Mean tokens that come in per reply. */
  readonly growth: Tokens
  /** What was used right after the last epoch; undefined before the first. */
  readonly after: Tokens | undefined
  /** Nothing is cached any more: a rewrite costs no more than sending the same again. */
  readonly isCold: boolean
  /** Tool calls are being answered: an epoch now comes in the middle of the model's work. */
  readonly isOpenLoop: boolean
  readonly prices: Prices
}

/** Prices relative to plain input. */
export type Prices = { readonly cacheRead: number; readonly cacheWrite: number; readonly output: number }
export const DEFAULT_PRICES: Prices = { cacheRead: 0.1, cacheWrite: 1.25, output: 5 }

/** When an epoch is due, and how far it goes. Two small functions, replaceable one by one. */
export type Policy = {
  trigger(reading: BudgetReading): Size
  target(reading: BudgetReading): Size
  /** Due whenever the trigger is passed, however little the last epoch saved. Default: a futile epoch is given up. */
  readonly exact?: boolean
}

/** Share of the usable window above which an epoch is always due. */
const HARD_SHARE = 0.9
const BYTES_LOW_SHARE = 0.5

/**
 * Fixed shares of the usable window, as the seeds have them. Inside an open tool loop only `hard` counts.
 *
 * @example
 * import { createDaypack, ratios } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 *
 * const driver = memoryDriver({ now: Date.now })
 * const pack = await createDaypack({ driver, tuning: { policy: ratios({ high: 0.7, low: 0.4 }) } })
 * await pack.close()
 */
export function ratios(options: { high?: number; low?: number; hard?: number } = {}): Policy {
  const { high = 0.8, low = 0.5, hard = Math.max(high, HARD_SHARE) } = options
  return {
    trigger: (reading) => waterMark(reading, reading.usable * (reading.isOpenLoop ? hard : high), HARD_SHARE),
    target: (reading) => waterMark(reading, reading.usable * low, BYTES_LOW_SHARE),
  }
}

/** A cold cache makes a rewrite due anyway, as soon as there is something to gain. */
const COLD_GROWTH = 1.2
/** The share of the usable window an epoch aims below; the one that rebuilds the view ends where its room ends. */
const LOW_SHARE = 0.25
/** Above this a window counts less and less: what is carried along is paid for with every step. */
const LARGE_WINDOW = 200_000
const BEYOND_SHARE = 0.4
/** Above this window the first epoch comes at a smaller share: what is carried until then is paid for with every step. */
const FIRST_WINDOW = 64_000
const FIRST_FALL = 0.2

export type CostPolicyOptions = {
  /** Before the first epoch, this share of the usable window may always be in use; of large windows a little less. */
  readonly first?: number
  /** How far beyond the cheapest point an epoch waits, so that what was just read is still there when it is used. */
  readonly patience?: number
}

/**
 * An epoch is due when it pays. Carrying the excess E over `low` costs E/2 × cacheRead a step; rewriting costs cacheWrite × low
 * once in E / growth steps. The sum is least at E = √(2 × cacheWrite × low × growth / cacheRead), and flat around it.
 *
 * @example
 * import { createDaypack, costPolicy } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), tuning: { policy: costPolicy({ first: 0.3 }) } })
 * await pack.close()
 */
export function costPolicy(options: CostPolicyOptions = {}): Policy {
  const { first = 0.42, patience = 1.1 } = options
  return {
    trigger(reading) {
      const large = Math.max(0, reading.usable - LARGE_WINDOW)
      const share = first * Math.min(1, (FIRST_WINDOW / Math.min(reading.usable, LARGE_WINDOW)) ** FIRST_FALL)
      const low = reading.after ?? (reading.usable - large * (1 - BEYOND_SHARE)) * share
      const { cacheRead, cacheWrite } = reading.prices
      const excess = Math.sqrt((2 * cacheWrite * low * reading.growth) / cacheRead)
      const tokens = reading.isCold ? low * COLD_GROWTH : low + excess * patience
      return waterMark(reading, Math.min(reading.usable * HARD_SHARE, tokens), HARD_SHARE)
    },
    // Never above the last low: a rewrite that is due must not be called off because the view is small already.
    target: (reading) =>
      waterMark(reading, Math.min(reading.usable * LOW_SHARE, reading.after ?? Infinity), BYTES_LOW_SHARE),
  }
}

function waterMark(reading: BudgetReading, tokens: Tokens, byteShare: number): Size {
  return { tokens: Math.floor(tokens), bytes: Math.floor(reading.maxBytes * byteShare) }
}

export type Conditions = {
  readonly isCold: boolean
  readonly isSwitch: boolean
  /** The user or the provider wants it: what can be made shorter is, however little that brings. */
  readonly isForced: boolean
}

export function tideOf(
  view: View,
  budget: Budget,
  conditions: Conditions,
  isExact = false,
): { tide: Tide; why: string } {
  const used = `${budget.used.tokens} tokens, ${budget.used.bytes} bytes used`
  if (conditions.isForced) return { tide: 'pressure', why: `asked for; ${used}` }
  if (!exceeds(budget.used, budget.high)) {
    return {
      tide: 'none',
      why: `${used}, below the high-water mark of ${budget.high.tokens} tokens, ${budget.high.bytes} bytes`,
    }
  }
  const rest = reasonToWait(view, budget, isExact)
  if (rest && !isTooBig(budget)) return { tide: 'none', why: rest }
  if (conditions.isSwitch) return { tide: 'switch', why: `another model: nothing is cached for it; ${used}` }
  if (conditions.isCold) return { tide: 'cold', why: `the cache is cold; ${used}` }
  return {
    tide: 'pressure',
    why: `${used}, above the high-water mark of ${budget.high.tokens} tokens, ${budget.high.bytes} bytes`,
  }
}

/** An epoch is due, but something says wait. A request that cannot be sent at all does not wait. */
function reasonToWait(view: View, budget: Budget, isExact: boolean): string | undefined {
  const undone = view.batches.findLast(isUndo)
  if (undone && undone.seq > (requestSeq(view) ?? 0)) return 'the last epoch was undone: waiting for the next request'
  const epoch = lastEpoch(view)
  if (isExact) return unchangedReason(view, budget, epoch?.seq ?? 0)
  if (epoch && repliesSince(view, epoch.seq) < 2) return 'an epoch came with the last request: never two in a row'
  return backOffReason(view, budget)
}

/** Where the trigger is exact, only the same view is not tried twice. */
function unchangedReason(view: View, budget: Budget, epoch: number): string | undefined {
  const mark = view.marks.get('abandoned')
  if (mark && mark.seq > epoch && budget.used.tokens <= (mark.data as Abandoned).used)
    return 'the last epoch could cut nothing, and nothing came since'
  const newest = view.slots.at(-1)
  return newest && newest.since < epoch ? 'nothing came since the last epoch' : undefined
}

const GROWTH_SHARE = 0.1
/** After two futile epochs in a row none is tried until something changes. */
export const FUTILE_LIMIT = 2

export type Abandoned = { readonly used: Tokens; readonly usable: Tokens; readonly times: number }

function backOffReason(view: View, budget: Budget): string | undefined {
  const mark = view.marks.get('abandoned')
  if (!mark || mark.seq < (lastEpoch(view)?.seq ?? 0)) return undefined
  const { used, usable, times } = mark.data as Abandoned
  if (times >= FUTILE_LIMIT && Math.abs(usable - budget.usable) <= usable * GROWTH_SHARE) {
    return `${times} epochs in a row gained too little: resting until asked or until the window changes`
  }
  if (budget.used.tokens < used + budget.usable * GROWTH_SHARE)
    return 'the last epoch gained too little: waiting for growth'
  return undefined
}

function repliesSince(view: View, seq: number): number {
  let replies = 0
  for (let index = view.slots.length - 1; replies < 2; index--) {
    const slot = view.slots[index]
    if (!slot || slot.since <= seq) break
    if (slot.message.role === 'assistant') replies++
  }
  return replies
}
