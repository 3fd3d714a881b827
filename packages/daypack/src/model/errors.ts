export type ErrorCode =
  | 'bad-config'
  | 'bad-input'
  | 'blob-gone'
  | 'closed'
  | 'conflict'
  | 'damaged'
  | 'disk-full'
  | 'io'
  | 'locked'
  | 'missing-peer'
  | 'not-found'
  | 'summary-failed'
  | 'unfit'
  | 'unreachable'
  | 'unsafe-path'
  | 'unsupported'
  | 'untrusted'

const BRAND = Symbol.for('daypack.error')

/**
 * The one error of this library. The message says what happened and what to do next.
 *
 * @example
 * import { createDaypack, DaypackError } from 'daypack'
 *
 * const error = await createDaypack({ dir: 'x', window: -1 }).catch((reason: unknown) => reason)
 * if (!(error instanceof DaypackError) || error.code !== 'bad-config') throw new Error('it says what to mend')
 */
export class DaypackError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>
  readonly [BRAND] = true

  constructor(code: ErrorCode, message: string, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DaypackError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/**
 * By brand, so that it works across copies of the package.
 *
 * @example
 * import { createDaypack, isDaypackError } from 'daypack'
 *
 * const error: unknown = await createDaypack({ dir: 'x', window: -1 }).catch((reason: unknown) => reason)
 * if (!isDaypackError(error, 'bad-config')) throw new Error('it says what is wrong')
 */
export function isDaypackError(error: unknown, code?: ErrorCode): error is DaypackError {
  if (typeof error !== 'object' || error === null || !(BRAND in error)) return false
  return code === undefined || (error as DaypackError).code === code
}

/**
 * What went wrong, in words, whatever was thrown.
 *
 * @example
 * import { reasonOf } from 'daypack'
 *
 * if (reasonOf(new Error('no space')) !== 'no space' || reasonOf('no space') !== 'no space') throw new Error('the reason')
 */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
