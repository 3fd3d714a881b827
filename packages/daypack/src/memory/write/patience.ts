import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import type { Summarize } from '../../passes/pass.ts'

const MAX_FAILURES = 3
const REST_MS = 60 * 60 * 1000

/** A model that is not waited for longer than `timeoutMs`, and not asked for an hour after three failures in a row. */
export function withPatience(summarize: Summarize, now: () => Millis, timeoutMs: Millis = 60_000): Summarize {
  let failures = 0
  let restUntil = 0
  return async (ask) => {
    if (now() < restUntil)
      throw new DaypackError('summary-failed', 'the model failed three times in a row and rests for an hour')
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
    const stop = (): void => reject(new DaypackError('summary-failed', 'the model did not answer in time'))
    signal.addEventListener('abort', stop, { once: true })
  })
}
