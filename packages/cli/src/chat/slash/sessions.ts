import { archive } from 'daypack/archive'
import { enter, newSessionId } from '../open.ts'
import type { Chat } from '../types.ts'

export async function startNew(chat: Chat): Promise<void> {
  const { session, pack, config } = chat
  if (config.memory?.enabled !== false && session.view.slots.length > 0)
    await pack.memory.flush(session.id, session.view.head)
  await clear(chat)
}

/** The messages are in the archive before the session is left; its log stays as it is. */
export async function clear(chat: Chat): Promise<void> {
  const { session, pack, ui } = chat
  const count = session.view.slots.length
  const { days, zone = 'UTC' } = pack.driver
  if (days) await archive(days, session.id, session.view.slots, { zone, read: (content) => session.readBack(content) })
  Object.assign(chat, await enter(chat, newSessionId(chat.now())))
  ui.line(
    `New session ${chat.session.id}.${count > 0 ? ` The old one, ${session.id}, is kept: daypack chat --resume ${session.id}` : ''}`,
  )
}
