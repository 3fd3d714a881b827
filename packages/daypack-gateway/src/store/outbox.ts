import { isDaypackError, type Millis } from 'daypack'
import type { Unwritten, Awaitable } from 'daypack/internal'

export type Outbox = ReturnType<typeof outbox>

type Write<T> = {
  readonly write: () => Promise<T>
  /** Asked only when it has to wait, as is `hold`. */
  readonly bytes: () => number
  /** What the caller gets in place of an answer. */
  readonly hold: () => Awaitable<T>
  /** Writes what waited; the same as `write` where it is left out. */
  readonly later?: () => Promise<unknown>
}

const OUTAGES = ['disk-full', 'io', 'locked', 'unreachable'] as const
const MOST_BYTES = 64 * 1024 * 1024
const AGAIN_MS: Millis = 1_000

/**
 * Writes that a store refuses wait in memory, in their order, until it takes them again. Only for hosts whose callers hold the
 * whole conversation and send it again: what waits is lost with the process.
 */
export function outbox(onProblem: (problem: unknown) => void, mostBytes = MOST_BYTES) {
  const waiting = new Set<{ readonly write: () => Promise<unknown>; readonly bytes: number }>()
  let bytes = 0
  let why: unknown
  let isTold = false
  let draining: Promise<void> = Promise.resolve()

  return { write, drain, unwritten }

  async function write<T>({ write: now, later = now, bytes: sizeOf, hold }: Write<T>): Promise<T> {
    if (waiting.size === 0) {
      try {
        return await now()
      } catch (error) {
        if (!OUTAGES.some((code) => isDaypackError(error, code))) throw error
        why = error
        if (!isTold) onProblem(error)
        isTold = true
      }
    }
    const size = sizeOf()
    if (bytes + size > mostBytes) throw why
    if (waiting.size === 0) again()
    waiting.add({ write: later, bytes: size })
    bytes += size
    return hold()
  }

  /** Rejects where something still cannot be written. */
  function drain(): Promise<void> {
    const run = draining.then(writeAll)
    draining = run.catch((error: unknown) => void (why = error))
    return run
  }

  async function writeAll(): Promise<void> {
    for (const one of waiting) {
      await one.write()
      waiting.delete(one)
      bytes -= one.bytes
    }
  }

  function again(): void {
    setTimeout(() => void drain().catch(again), AGAIN_MS).unref()
  }

  function unwritten(): Unwritten | undefined {
    if (waiting.size === 0) return undefined
    return { writes: waiting.size, bytes, why: why instanceof Error ? why.message : String(why) }
  }
}
