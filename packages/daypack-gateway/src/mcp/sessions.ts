import { DaypackError, type Daypack, type SessionId, type Session } from 'daypack'
import { senderOf, type SenderMark } from '../session/sender-mark.ts'

export type DefaultSession = () => Promise<SessionId | undefined>

const MOST_OPENED = 20

/** Matched by the program's name; never a sub-agent's. Falls back to the newest that is no sub-agent's. */
export async function mainSession(
  pack: Daypack,
  newest: readonly SessionId[],
  agent: string | undefined,
): Promise<SessionId | undefined> {
  const asking = plain(agent ?? '')
  let first: SessionId | undefined
  for (const id of newest.slice(0, MOST_OPENED)) {
    const sender: SenderMark | undefined = await pack.session(id).then(senderOf, () => ({ parent: id }))
    if (sender?.parent !== undefined) continue
    const client = plain(sender?.client ?? '')
    if (asking !== '' && client !== '' && (asking.includes(client) || client.includes(asking))) return id
    first ??= id
  }
  return first
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]|cli$/g, '')
}

/** A session that is there, as its log is now: others may be writing it. A wrong name begins no new one. */
export async function sessionOf(pack: Daypack, asked: string | undefined, usual: DefaultSession): Promise<Session> {
  const known = await pack.sessions()
  const id = asked ?? (await usual())
  if (id === undefined) throw new DaypackError('not-found', 'There are no sessions in this workspace yet.')
  if (!known.includes(id))
    throw new DaypackError('not-found', `There is no session ${id}. The newest are ${known.slice(-5).join(', ')}.`)
  const session = await pack.session(id)
  await session.reread()
  return session
}
