import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Millis } from '../../../model/json.ts'

/** Turns that start together are on their way before any of them is planned. */
const QUIET_MS: Millis = 10
const MOST_MS: Millis = 2_000
const BURST = 4

type Job = { readonly run: () => Promise<void>; readonly due: number }

/** Work nobody waits for, one piece at a time: when no turn has started for a moment, at the latest after two seconds. */
export function backgroundQueue() {
  const jobs: Job[] = []
  let startedAt = 0
  let isWorking = false

  return {
    noteStart: () => void (startedAt = performance.now()),
    /** Many wait already: what can wait as well should. */
    isBurst: () => jobs.length >= BURST,
    /** What adds it is on its way first, however long that took until now. */
    add(run: () => Promise<void>): void {
      startedAt = performance.now()
      jobs.push({ run, due: startedAt + MOST_MS })
      if (!isWorking) void work()
    },
  }

  async function work(): Promise<void> {
    isWorking = true
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      for (let wait = waitFor(job); wait > 0; wait = waitFor(job)) await setTimeout(wait)
      await job.run().catch(() => {})
      await setImmediate()
    }
    isWorking = false
  }

  function waitFor({ due }: Job): Millis {
    const now = performance.now()
    return now >= due ? 0 : Math.ceil(startedAt + QUIET_MS - now)
  }
}

export type BackgroundQueue = ReturnType<typeof backgroundQueue>
