import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Millis } from 'daypack'

/** Turns that start together are on their way before any of them is planned. */
const QUIET_MS: Millis = 25
/** On a busy machine time passes without our doing anything: this many turns of the event loop must be quiet, too. */
const QUIET_LOOPS = 3
const MOST_MS: Millis = 5_000

type Job = { readonly run: () => Promise<void>; readonly due: Millis }

/** Work nobody waits for, one piece at a time: when nothing has come or gone for a moment, at the latest after five seconds. */
export function backgroundQueue() {
  const jobs: Job[] = []
  let activeAt = 0
  let working: Promise<void> | undefined
  let isHurried = false

  return {
    /** A request or the start of an answer is on its way through. */
    noteActivity: () => void (activeAt = performance.now()),
    /** What adds it is on its way first, however long that took until now. */
    add(run: () => Promise<void>): void {
      activeAt = performance.now()
      jobs.push({ run, due: activeAt + MOST_MS })
      working ??= work()
    },
    /** Does now what waits. */
    settle: async (): Promise<void> => {
      isHurried = true
      await working
      isHurried = false
    },
  }

  async function work(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      await quiet(job)
      await job.run().catch(() => {})
      await setImmediate()
    }
    working = undefined
  }

  async function quiet({ due }: Job): Promise<void> {
    const mayWait = () => !isHurried && performance.now() < due
    for (let loops = 0; loops < QUIET_LOOPS && mayWait(); loops++) {
      const seen = activeAt
      const wait = Math.ceil(seen + QUIET_MS - performance.now())
      await (wait > 0 ? setTimeout(wait) : setImmediate())
      if (activeAt !== seen) loops = -1
    }
  }
}

export type BackgroundQueue = ReturnType<typeof backgroundQueue>
