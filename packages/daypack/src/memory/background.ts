import { setInterval, setTimeout } from 'node:timers'
import { Cron } from 'croner'
import { reasonOf } from '../model/errors.ts'
import { dayOf, instantOf } from '../model/day.ts'
import type { Millis } from '../model/json.ts'
import type { MemoryInit } from './api.ts'
import { type Consolidated, consolidate } from './consolidate/consolidate.ts'
import { LONG_TERM } from './notes/path.ts'
import { idleMsOf, type Parts } from './parts.ts'
import type { Scanner } from './index/watch/scan.ts'

const LOOK_EVERY_MS = 5 * 60 * 1000
/** Notes changed by others are looked for this often, or less where that would take more than this share of the time. */
const [POLL_MS, POLL_SHARE] = [2_000, 0.05]
/** Once in this many looks the content is read, not only the stats. */
const READ_EVERY = 12

/** Finished days into MEMORY.md; the index is not told. */
export async function mergeDue({ onEvent }: MemoryInit, { consolidation }: Parts): Promise<Consolidated> {
  const result = await consolidate(consolidation)
  if (result.state !== 'nothing-due') onEvent?.({ type: 'consolidated', result })
  return result
}

export type Background = ReturnType<typeof startBackground>

/** What a memory does by itself. None of it keeps the process alive, and none of it rejects: failures are events. */
export function startBackground(init: MemoryInit, parts: Parts, zone: string, scanner?: Scanner) {
  const { now, schedule = true, onEvent } = init
  const { indexer, queue } = parts
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  let reconciledAt = now()
  let looks = 0
  let day = ''
  const stop = new AbortController()
  let closed = false
  let isFollowing = false

  const quietly = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (closed) return
      const why = reasonOf(error)
      failures.splice(0, failures.length - 99)
      failures.push(`${what}: ${why}`)
      onEvent?.({ type: 'failed', what, why })
    }
  }
  const run = (what: string, work: () => Promise<unknown>): void => {
    if (closed) return
    const task = quietly(what, work).finally(() => running.delete(task))
    running.add(task)
  }
  const reconcile = async (): Promise<void> => {
    await indexer.reconcile({ byContent: looks++ % READ_EVERY === 0, signal: stop.signal })
    reconciledAt = now()
  }
  /** What was said and not noted, by us or by a process that did not come to it. */
  const noteTails = async (options?: { readonly before?: Millis }): Promise<void> => {
    await parts.follower?.noteQuiet(options)
    if (isFollowing) await parts.follower?.noteLeftBehind()
    await queue.drain()
  }
  const noteQuiet = async (): Promise<void> => {
    await parts.follower?.noteQuiet()
    if (queue.pending().length > 0) await queue.drain()
  }
  const merge = async (): Promise<Consolidated> => {
    const result = await mergeDue(init, parts)
    if (result.state === 'changed') await indexer.sync([LONG_TERM])
    return result
  }
  const newDay = (): void => {
    const today = dayOf(now(), zone)
    if (!schedule || day === today) return
    day = today
    mergeDays()
  }
  const mergeDays = (): void => {
    run('consolidate', async () => {
      // Only finished days are merged: what is being said today waits until it is quiet.
      await noteTails({ before: (instantOf(`${dayOf(now(), zone)} 00:00:00`, zone) ?? now()) - 1 })
      await merge()
    })
  }
  const watched = init.watch === false ? undefined : scanner
  let poll: NodeJS.Timeout | undefined
  const pollAfter = (ms: Millis): void => {
    if (watched === undefined || closed) return
    poll = setTimeout(() => {
      const began = performance.now()
      run('watch', async () => {
        const changed = await watched.scan()
        pollAfter(Math.max(POLL_MS, (performance.now() - began) / POLL_SHARE))
        await indexer.sync(changed)
        if (changed.length > 0) onEvent?.({ type: 'indexed', paths: changed })
      })
    }, ms).unref()
  }
  const pattern = schedule === true ? '0 0 * * *' : schedule
  const how = { timezone: zone, unref: true, protect: true, catch: true }
  const cron = pattern ? new Cron(pattern, how, () => (schedule === true ? newDay() : mergeDays())) : undefined
  const timer = setInterval(() => run('reconcile', reconcile), LOOK_EVERY_MS).unref()
  const quiet = setInterval(() => run('note', noteQuiet), Math.min(60_000, Math.max(500, idleMsOf(init) / 2))).unref()

  pollAfter(POLL_MS)
  run('reconcile', reconcile)
  run('flush', () => queue.drain())
  newDay()
  return {
    /** Cheap to call again and again: when a day has ended since the last time, finished days are consolidated. */
    newDay,
    /** From now on sessions are followed: those left behind by other processes are noted, too. */
    catchUp(): void {
      isFollowing = true
      run('note', noteTails)
    },
    consolidate: merge,
    drain: () => run('flush', () => queue.drain()),
    rebuild: () => run('rebuild', () => indexer.rebuild()),
    watching: watched !== undefined,
    get reconciledAt(): Millis {
      return reconciledAt
    },
    get nextConsolidation(): Millis | undefined {
      return cron?.nextRun()?.getTime()
    },
    get failures(): readonly string[] {
      return [...failures, ...queue.failures]
    },
    async close(): Promise<void> {
      closed = true
      stop.abort()
      cron?.stop()
      clearInterval(timer)
      clearInterval(quiet)
      clearTimeout(poll)
      await Promise.all(running)
    },
  }
}
