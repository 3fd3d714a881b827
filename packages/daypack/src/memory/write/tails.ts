import type { LogStore, SessionId } from '../../model/driver.ts'
import type { Seq } from '../../model/edit.ts'
import type { Entry } from '../../model/entry.ts'
import type { Millis } from '../../model/json.ts'
import { MEMORY_SESSION } from '../notes/state.ts'

/** The end of a session's log that no note covers yet. */
export type Tail = { readonly session: SessionId; readonly to: Seq; readonly at: Millis }

export type TailContext = {
  readonly log: LogStore
  /** The last entry of a session that was noted, or waits to be. */
  readonly noted: (session: SessionId) => Seq
}

/** The tail of one session; undefined when the user has said nothing since it was last noted. */
export async function tailOf(session: SessionId, { log, noted }: TailContext): Promise<Tail | undefined> {
  const { entries, head } = await log.read(session, noted(session))
  const last = entries.findLast(isSaid)
  return last === undefined ? undefined : { session, to: head, at: last.at }
}

/** All sessions with a tail that were last written between these times: left by a crash, or by a process that was killed. */
export async function findTails(context: TailContext, from: Millis, to: Millis): Promise<Tail[]> {
  const tails: Tail[] = []
  for (const session of await context.log.sessions()) {
    if (session === MEMORY_SESSION) continue
    const written = await context.log.last?.(session)
    if (written !== undefined && (written < from || written > to)) continue
    const tail = await tailOf(session, context)
    if (tail !== undefined && tail.at >= from && tail.at <= to) tails.push(tail)
  }
  return tails.toSorted((a, b) => a.at - b.at)
}

function isSaid(entry: Entry): boolean {
  return entry.kind === 'message' && entry.message.role === 'user' && (entry.origin ?? 'caller') === 'caller'
}
