import { dayOf, stampOf } from '../../model/day.ts'
import type { Hold, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import { reasonOf } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import type { MemoryState } from '../notes/state.ts'
import type { Provenance } from '../notes/provenance.ts'
import type { FlushJob, Flushed } from './flush.ts'

export type QueueInit = {
  readonly state: MemoryState
  readonly now: () => Millis
  readonly zone: string
  readonly hold: Hold
  readonly run: (job: FlushJob, entries?: readonly Entry[]) => Promise<Flushed>
}

export type FlushQueue = ReturnType<typeof flushQueue>

/** Flushes waiting or under way. A job is durable before `add` resolves, and outlives the process. */
export function flushQueue({ state, now, zone, hold, run }: QueueInit) {
  const given = new Map<SessionId, Entry[]>()
  const failures: string[] = []
  let running: Promise<readonly Flushed[]> = Promise.resolve([])

  const pending = (): FlushJob[] => {
    const done = doneOf(state)
    return state.all('flush').flatMap(({ data: { session, to, day, time = '' } }) => {
      const { to: last, lineage: before } = done.get(session) ?? { to: 0, lineage: 'model' }
      if (to <= last) return []
      done.set(session, { to, lineage: before })
      return { session, from: last + 1, to, day, time, before }
    })
  }

  /** The last entry of a session that was flushed, or waits to be. */
  const noted = (session: SessionId): Seq =>
    Math.max(
      doneOf(state).get(session)?.to ?? 0,
      ...state.all('flush').map(({ data }) => (data.session === session ? data.to : 0)),
    )

  const work = async (): Promise<readonly Flushed[]> => {
    const results: Flushed[] = []
    await state.refresh()
    for (let job = pending()[0]; job !== undefined; job = pending()[0]) {
      const result = await run(job, given.get(job.session))
      const { lineage, refused, quoted, forget = [] } = result
      await state.add('flushed', {
        session: job.session,
        to: job.to,
        lineage,
        state: result.state,
        refused: refused.length,
        quoted,
        ...(forget.length > 0 && { forget }),
      })
      results.push(result)
    }
    return results
  }

  return {
    /** Everything of the session up to `to` that was not flushed yet, for the day of `at`; `entries` where there is no log. */
    async add(
      session: SessionId,
      to: Seq,
      { entries, at: said }: { readonly entries?: readonly Entry[]; readonly at?: Millis } = {},
    ): Promise<void> {
      if (entries !== undefined) given.set(session, [...entries])
      if (to <= noted(session)) return
      const at = said ?? saidAt(entries) ?? now()
      const time = stampOf(at, zone).slice(11)
      await state.add('flush', { session, to, day: dayOf(at, zone), time })
    },
    noted,
    /** Run what waits, those left by other processes included; resolves when nothing waits. Never rejects. */
    drain(): Promise<readonly Flushed[]> {
      const turn = () => hold('flush', work)
      running = running.then(turn, turn).catch((error: unknown) => {
        // What waits stays in the queue for the next drain, of this process or another.
        failures.splice(0, failures.length - 99)
        failures.push(reasonOf(error))
        return []
      })
      return running
    },
    pending,
    /** Resolves when the work under way is done. */
    async idle(): Promise<void> {
      await running
    },
    failures: failures as readonly string[],
  }
}

type Done = { readonly to: Seq; readonly lineage: Provenance }

/** How far each session was flushed; an unknown lineage counts as the least trusted. */
function doneOf(state: MemoryState): Map<string, Done> {
  const done = new Map<string, Done>()
  for (const { data } of state.all('flushed')) {
    const { session, to, lineage = 'document' } = data
    if (to > (done.get(session)?.to ?? 0)) done.set(session, { to, lineage })
  }
  return done
}

/** What is brought from elsewhere belongs to the day it was said on, if that is known. */
function saidAt(entries: readonly Entry[] = []): Millis | undefined {
  const at = entries.at(-1)?.at ?? 0
  return at >= EARLIEST ? at : undefined
}

const EARLIEST = Date.UTC(2000, 0)
