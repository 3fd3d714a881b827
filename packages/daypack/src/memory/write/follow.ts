import { DAY_MS } from '../../model/day.ts'
import type { LogStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Millis } from '../../model/json.ts'
import { MEMORY_SESSION } from '../notes/state.ts'
import type { FlushQueue } from './queue.ts'

type FollowContext = {
  readonly log: LogStore
  readonly queue: Pick<FlushQueue, 'add' | 'noted'>
  readonly now: () => Millis
  readonly idleMs: Millis
}

/** Older sessions are left alone: a workspace that gets a memory does not pay for its whole past. */
const LEFT_BEHIND_MS = 14 * DAY_MS

/** Sees to it that whatever is said in a session is noted once, without being asked. */
export function followSessions(
  /** When something was last said in the sessions of this process; a session leaves it when it has its job. */
  lastSaid: Map<SessionId, Millis>,
  { log, queue, now, idleMs }: FollowContext,
) {
  /** The end of a session's log that no note covers yet; none when the user has said nothing since. */
  const tailsOf = async (session: SessionId): Promise<{ session: SessionId; to: Seq; at: Millis }[]> => {
    const { entries, head } = await log.read(session, queue.noted(session))
    const last = entries.findLast(isSaid)
    return last === undefined ? [] : [{ session, to: head, at: last.at }]
  }
  return {
    /** Make jobs for followed sessions that have been quiet since `before`; default: for `idleMs`. */
    async noteQuiet({ before = now() - idleMs }: { readonly before?: Millis } = {}): Promise<void> {
      for (const [session, at] of lastSaid) {
        if (at > before) continue
        for (const tail of await tailsOf(session)) await queue.add(session, tail.to, { at: tail.at })
        if (lastSaid.get(session) === at) lastSaid.delete(session)
      }
    },
    /** Make jobs for the sessions nobody follows: those of a process that crashed or was killed. */
    async noteLeftBehind(): Promise<void> {
      const isThen = (at: Millis): boolean => at >= now() - LEFT_BEHIND_MS && at <= now() - idleMs
      const found = []
      for (const session of await log.sessions()) {
        const written = await log.last?.(session)
        if (session === MEMORY_SESSION || lastSaid.has(session) || (written !== undefined && !isThen(written))) continue
        found.push(...(await tailsOf(session)).filter(({ at }) => isThen(at)))
      }
      for (const { session, to, at } of found.toSorted((a, b) => a.at - b.at)) await queue.add(session, to, { at })
    },
  }
}

function isSaid(entry: Entry): boolean {
  return entry.kind === 'message' && entry.message.role === 'user' && (entry.origin ?? 'caller') === 'caller'
}
