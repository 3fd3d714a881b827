import type { Size, Tokens } from '../model/json.ts'
import type { View } from '../view/view.ts'

/** What a policy may look at. All tokens as counted. */
export type Gauge = {
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
  /** Above this an epoch is due. */
  trigger(gauge: Gauge): Size
  /** An epoch stops here. */
  target(gauge: Gauge): Size
  /**
   * The documents' way: due whenever the trigger is passed, before every request, however little the last epoch brought.
   * Else an epoch that cuts too little is given up, and the next one waits.
   */
  readonly exact?: boolean
}

/** The share of the usable window that is never left to chance. */
const HARD_SHARE = 0.9
const BYTES_LOW_SHARE = 0.5

/**
 * Fixed shares of the usable window, as the seeds have them. Inside an open tool loop only `hard` counts.
 *
 * @example
 * import { createDaypack, ratios } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers/memory'
 *
 * const driver = memoryDriver({ now: Date.now })
 * const pack = await createDaypack({ driver, policy: ratios({ high: 0.7, low: 0.4 }) })
 * await pack.close()
 */
export function ratios(options: { high?: number; low?: number; hard?: number } = {}): Policy {
  const { high = 0.8, low = 0.5, hard = Math.max(high, HARD_SHARE) } = options
  return {
    trigger: (gauge) => mark(gauge, gauge.usable * (gauge.isOpenLoop ? hard : high), HARD_SHARE),
    target: (gauge) => mark(gauge, gauge.usable * low, BYTES_LOW_SHARE),
  }
}

/** A cold cache makes a rewrite due anyway, as soon as there is something to gain. */
const COLD_GROWTH = 1.15
/** Before the first epoch: what is held off at first, so that content is not given up early; a large window needs no more. */
const FIRST_LOW_SHARE = 0.36
const FIRST_LOW_MOST = 64_000

/**
 * When it pays. Carrying the excess E over `low` costs E/2 × cacheRead a step, rewriting costs cacheWrite × low once in
 * E / growth steps: the sum is least at E = √(2 × cacheWrite × low × growth / cacheRead).
 */
export function pays(options: { low?: number } = {}): Policy {
  const { low: lowShare = 0.25 } = options
  return {
    trigger(gauge) {
      const low = gauge.after ?? Math.min(gauge.usable * FIRST_LOW_SHARE, FIRST_LOW_MOST)
      const { cacheRead, cacheWrite } = gauge.prices
      const excess = Math.sqrt((2 * cacheWrite * low * gauge.growth) / cacheRead)
      const tokens = gauge.isCold ? low * COLD_GROWTH : low + excess
      return mark(gauge, Math.min(gauge.usable * HARD_SHARE, tokens), HARD_SHARE)
    },
    // Never above the last low: a rewrite that is due must not be called off because the view is small already.
    target: (gauge) => mark(gauge, Math.min(gauge.usable * lowShare, gauge.after ?? Infinity), BYTES_LOW_SHARE),
  }
}

function mark(gauge: Gauge, tokens: Tokens, byteShare: number): Size {
  return { tokens: Math.floor(tokens), bytes: Math.floor(gauge.maxBytes * byteShare) }
}
