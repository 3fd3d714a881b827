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
const COLD_GROWTH = 1.2
/** The share of the usable window an epoch aims below; the one that rebuilds the view ends where its room ends. */
const LOW_SHARE = 0.25
/** Above this a window counts less and less: what is carried along is paid for with every step. */
const LARGE_WINDOW = 200_000
const BEYOND_SHARE = 0.4

export type PaysOptions = {
  /** Before the first epoch this share of the usable window is carried without a second thought. */
  readonly first?: number
  /** How far beyond the cheapest point an epoch waits, so that what was just read is still there when it is used. */
  readonly patience?: number
}

/**
 * When it pays. Carrying the excess E over `low` costs E/2 × cacheRead a step, rewriting costs cacheWrite × low once in
 * E / growth steps: the sum is least at E = √(2 × cacheWrite × low × growth / cacheRead), and flat around it.
 */
export function pays(options: PaysOptions = {}): Policy {
  const { first = 0.42, patience = 1.1 } = options
  return {
    trigger(gauge) {
      const large = Math.max(0, gauge.usable - LARGE_WINDOW)
      const low = gauge.after ?? (gauge.usable - large * (1 - BEYOND_SHARE)) * first
      const { cacheRead, cacheWrite } = gauge.prices
      const excess = Math.sqrt((2 * cacheWrite * low * gauge.growth) / cacheRead)
      const tokens = gauge.isCold ? low * COLD_GROWTH : low + excess * patience
      return mark(gauge, Math.min(gauge.usable * HARD_SHARE, tokens), HARD_SHARE)
    },
    // Never above the last low: a rewrite that is due must not be called off because the view is small already.
    target: (gauge) => mark(gauge, Math.min(gauge.usable * LOW_SHARE, gauge.after ?? Infinity), BYTES_LOW_SHARE),
  }
}

function mark(gauge: Gauge, tokens: Tokens, byteShare: number): Size {
  return { tokens: Math.floor(tokens), bytes: Math.floor(gauge.maxBytes * byteShare) }
}
