import { compact } from '../passes/compact.ts'
import { media } from '../passes/media.ts'
import { terse } from '../passes/notices.ts'
import { offload } from '../passes/offload.ts'
import { costPolicy } from '../plan/policy.ts'
import { KEEP, type Keep } from './keep.ts'
import type { Preset } from './preset.ts'

/** The default: what measured best on real sessions. */
export const DAYPACK = {
  /** A result above this is cut at write to head, errors and tail. */
  maxChars: 8_000,
  headChars: 3_500,
  /** Lines of command output that report an error, wherever they are. */
  errorBytes: 600,
  tailChars: 1_500,
  /** File reads stay whole up to this, and up to this many characters for each token of the window. */
  readMaxChars: 60_000,
  readCharsPerToken: 0.5,
  images: 10,
  imageMaxBytes: 5_000_000,
} as const

export type DaypackNumbers = { readonly [Name in keyof typeof DAYPACK]: number }
export type DaypackChoices = DaypackNumbers & { readonly keep: Keep }

/**
 * Cut once at write, then grow untouched until a rewrite pays; an epoch folds nearly everything in one go.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypack } from 'daypack/presets'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), preset: daypack({ keep: 'most' }) })
 * await pack.close()
 */
export function daypack(changes: Partial<DaypackChoices> = {}): Preset<DaypackChoices> {
  const numbers = { ...DAYPACK, keep: 'balanced' as Keep, ...changes }
  const { room, viewShare, ...timing } = KEEP[numbers.keep]
  return {
    name: 'daypack',
    numbers,
    options: {
      passes: [
        offload({
          maxChars: numbers.maxChars,
          preview: { head: numbers.headChars, tail: numbers.tailChars },
          errorBytes: numbers.errorBytes,
          readMax: (ctx) => Math.min(numbers.readMaxChars, numbers.readCharsPerToken * ctx.budget.window),
          protectedMax: numbers.readMaxChars,
          notice: terse,
        }),
        media({ keep: numbers.images, maxBytes: numbers.imageMaxBytes }),
        compact({ room, viewShare }),
      ],
      timing: 'tide',
      policy: costPolicy(timing),
    },
  }
}
