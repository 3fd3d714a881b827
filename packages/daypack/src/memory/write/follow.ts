import type { SessionId } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import type { FlushQueue } from './queue.ts'
import { findTails, tailOf, type TailContext } from './tails.ts'

/** Sees to it that whatever is said in a session is noted once, without being asked. */
export type Follower = {
  /** Make jobs for followed sessions that have been quiet since `before`; default: for `idleMs`. */
  noteQuiet(options?: { readonly before?: Millis }): Promise<void>
  /** Make jobs for the sessions nobody follows: those of a process that crashed or was killed. */
  noteLeftBehind(): Promise<void>
}

/** Older sessions are left alone: a workspace that gets a memory does not pay for its whole past. */
const LEFT_BEHIND_MS = 14 * 24 * 60 * 60 * 1000

export function followSessions(
  /** When something was last said in the sessions of this process; a session leaves it when it has its job. */
  lastSaid: Map<SessionId, Millis>,
  context: TailContext & {
    readonly queue: Pick<FlushQueue, 'add'>
    readonly now: () => Millis
    readonly idleMs: Millis
  },
): Follower {
  const { queue, now, idleMs } = context
  return {
    async noteQuiet({ before = now() - idleMs } = {}) {
      for (const [session, at] of lastSaid) {
        if (at > before) continue
        const tail = await tailOf(session, context)
        if (tail !== undefined) await queue.add(session, tail.to, { at: tail.at })
        if (lastSaid.get(session) === at) lastSaid.delete(session)
      }
    },
    async noteLeftBehind() {
      const found = await findTails(context, now() - LEFT_BEHIND_MS, now() - idleMs)
      for (const { session, to, at } of found) if (!lastSaid.has(session)) await queue.add(session, to, { at })
    },
  }
}
