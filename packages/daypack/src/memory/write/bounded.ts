import { dayOf } from '../../model/day.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import type { Summarize } from '../../passes/pass.ts'

export type CallLimits = {
  /** Calls of memory's own in a day; default 100. */
  readonly maxCallsPerDay?: number
  /** Default 60,000. */
  readonly timeoutMs?: number
}

const MAX_FAILURES = 3
const REST_MS = 60 * 60 * 1000

/** A model that memory may call: so many times a day, not too long, and not again for an hour after three failures. */
export function bounded(summarize: Summarize, now: () => Millis, zone: string, limits: CallLimits = {}): Summarize {
  const { maxCallsPerDay = 100, timeoutMs = 60_000 } = limits
  let day = ''
  let calls = 0
  let failures = 0
  let restUntil = 0
  return async (ask) => {
    const today = dayOf(now(), zone)
    if (today !== day) [day, calls] = [today, 0]
    if (now() < restUntil)
      throw new DaypackError('summary-failed', 'the model failed three times in a row and rests for an hour')
    if (calls >= maxCallsPerDay) throw new DaypackError('summary-failed', `today's ${maxCallsPerDay} calls are used up`)
    calls++
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = ask.signal === undefined ? limit : AbortSignal.any([ask.signal, limit])
    try {
      const reply = await Promise.race([summarize({ ...ask, signal }), aborted(signal)])
      failures = 0
      return reply
    } catch (error) {
      failures++
      if (failures >= MAX_FAILURES) [failures, restUntil] = [0, now() + REST_MS]
      throw error
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new DaypackError('summary-failed', 'the model did not answer in time')),
      { once: true },
    )
  })
}
