import type { Session } from '../../session/session.ts'

/** What the gateway writes into a session once, so that another process knows whose it is. */
export const SENDER = 'sender'

export type SenderMark = {
  /** A hash of credential and upstream. */
  readonly scope?: string
  /** The agent's program. */
  readonly client?: string
  /** The session whose agent started this one. */
  readonly parent?: string
}

/** Who speaks in a session; undefined: it did not come through the gateway. */
export function senderOf({ view }: Pick<Session, 'view'>): SenderMark | undefined {
  return view.marks.get(SENDER)?.data as SenderMark | undefined
}
