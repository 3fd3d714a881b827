import { DaypackError } from '../../model/errors.ts'
import { waitFor } from '../../model/wait.ts'
import type { Awaitable, Millis } from '../../model/json.ts'
import { countTry, isResting, type Failures } from '../../model/breaker.ts'

const REST_MS = 60 * 60 * 1000
const MODEL = 'model'

/** A model that is not waited for longer than `timeoutMs`, and not asked for an hour after three failures in a row. */
export function withPatience<Ask extends { readonly signal?: AbortSignal }>(
  model: (ask: Ask) => Awaitable<string>,
  now: () => Millis,
  timeoutMs: Millis = 60_000,
): (ask: Ask) => Promise<string> {
  let failures: Failures = {}
  let restUntil = 0
  return async (ask) => {
    if (now() < restUntil)
      throw new DaypackError('summary-failed', 'the model failed three times in a row and rests for an hour')
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = ask.signal === undefined ? limit : AbortSignal.any([ask.signal, limit])
    try {
      const reply = await waitFor(model({ ...ask, signal }), { signal })
      failures = countTry(failures, MODEL, false)
      return reply
    } catch (error) {
      failures = countTry(failures, MODEL, true)
      if (isResting(failures, MODEL)) [failures, restUntil] = [{}, now() + REST_MS]
      throw error
    }
  }
}
