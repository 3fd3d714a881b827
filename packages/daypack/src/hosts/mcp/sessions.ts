import type { Daypack } from '../../daypack.ts'
import { DaypackError } from '../../model/errors.ts'
import type { RenderedMessage } from '../../model/codec.ts'
import type { SessionId } from '../../model/driver.ts'
import { textReader } from '../../session/planning.ts'
import type { Session } from '../../session/session.ts'
import { blockText } from '../../view/block-text.ts'
import { render } from '../../view/render.ts'

/** Which session a call means when it names none. */
export type DefaultSession = () => Promise<SessionId | undefined>

/** A session that is there, as its log is now: others may be writing it. A wrong name begins no new one. */
export async function sessionOf(pack: Daypack, asked: string | undefined, usual: DefaultSession): Promise<Session> {
  const known = await pack.sessions()
  const id = asked ?? (await usual()) ?? known.at(-1)
  if (id === undefined) throw new DaypackError('not-found', 'There are no sessions in this workspace yet.')
  if (!known.includes(id))
    throw new DaypackError('not-found', `There is no session ${id}. The newest are ${known.slice(-5).join(', ')}.`)
  const session = await pack.session(id)
  await session.reread()
  return session
}

/** What the model of that session is shown now, as one Markdown text. */
export async function shownText(pack: Daypack, session: Session): Promise<string> {
  const { blobs } = pack.driver
  if (!blobs) return ''
  const { messages } = await render(session.view, { read: textReader(blobs) })
  return messages.map(messageText).join('\n\n')
}

function messageText({ role, blocks }: RenderedMessage): string {
  return `## ${role}\n\n${blocks.map(blockText).join('\n\n')}`
}
