import type { Millis } from 'daypack'

/** The result, or undefined when it takes longer; what is under way goes on without us. */
export async function within<T>(ms: Millis, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Ten seconds, and more for a large request: only what hangs takes so long. */
export function timeoutFor(bytes: number): Millis {
  return 10_000 + bytes / 5_000
}

/** Planned side by side: with many at once, those that came first are on their way first. */
const MOST_AT_ONCE = 4

export function planQueue() {
  const waiting: (() => void)[] = []
  let free = MOST_AT_ONCE

  return {
    /** One that hangs keeps others waiting for its time alone. */
    async run<T>(ms: Millis, work: () => Promise<T>): Promise<T> {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      const done = work()
      await within(ms, done).finally(() => {
        const next = waiting.shift()
        if (next) next()
        else free++
      })
      return done
    },
  }
}
