import type { Session } from 'daypack'

export const SENDER = 'sender'

export type SenderMark = {
  readonly scope?: string
  readonly client?: string
  readonly parent?: string
}

export function senderOf({ view }: Pick<Session, 'view'>): SenderMark | undefined {
  return view.marks.get(SENDER)?.data as SenderMark | undefined
}
