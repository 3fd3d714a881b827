import { archive } from 'daypack/archive'
import { enter, newSessionId, byLastUse, openChatPack } from '../workspace.ts'
import type { Chat } from '../types.ts'
import { textOf } from 'daypack/internal'
import { safe } from '../show.ts'
import { closeOpenCalls } from '../turn.ts'
import type { Config } from '../../config/schema.ts'
import { openModel, withWindow } from '../model.ts'

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

const LISTED = 10
const TAIL = 4
const LINES = 12

export async function resume(chat: Chat, words: string): Promise<void> {
  const { pack, ui, session } = chat
  const all = (await byLastUse(pack)).filter((id) => id !== session.id)
  const id = all.includes(words) ? words : all[Number(words) - 1]
  if (words !== '' && id === undefined) return ui.line(`There is no session ${words}. /resume lists them.`)
  if (id !== undefined && words !== '') {
    Object.assign(chat, await enter(chat, id))
    await closeOpenCalls(chat)
    ui.line(`Session ${id}, ${chat.session.view.slots.length} messages.`, 'quiet')
    return showTail(chat)
  }
  if (all.length === 0) return ui.line('There is no other session yet.')
  for (const [index, each] of all.slice(0, LISTED).entries()) {
    const { slots } = (await pack.session(each)).view
    const asked = slots.findLast(({ message, origin }) => message.role === 'user' && origin === 'caller')
    const said = asked ? safe(textOf(asked.message)).replaceAll(/\s+/g, ' ').slice(0, 60) : 'nothing said'
    ui.line(`  ${index + 1}  ${each}  ${said}`)
  }
  ui.line('Go on with one: /resume N', 'quiet')
}

export function showTail({ session, ui }: Pick<Chat, 'session' | 'ui'>): void {
  const said = session.view.slots.filter(
    ({ message, origin }) =>
      origin === 'caller' && (message.role === 'user' || message.role === 'assistant') && textOf(message) !== '',
  )
  for (const { message } of said.slice(-TAIL)) {
    const lines = safe(textOf(message)).trim().split('\n')
    const shown = [...lines.slice(0, LINES), ...(lines.length > LINES ? [`… ${lines.length - LINES} more lines`] : [])]
    const isUser = message.role === 'user'
    ui.line()
    ui.line(
      shown.map((line, index) => (isUser && index === 0 ? `> ${line}` : line)).join('\n'),
      isUser ? 'strong' : undefined,
    )
  }
}

export async function model(chat: Chat, words: string): Promise<void> {
  const { ui } = chat
  if (words === '')
    return ui.line(`${chat.model.label}. /model provider:name changes it, such as /model anthropic:claude-sonnet-5-5.`)
  const named: Config = { ...chat.config, model: words }
  const old = chat.model
  const next = await openModel(named, chat.env)
  const { config, notice } = await withWindow(named, next)
  if (notice !== undefined) ui.line(notice, 'notice')
  await chat.pack.close()
  const pack = await openChatPack(config, next, chat)
  Object.assign(chat, { pack, config, model: next })
  Object.assign(chat, await enter(chat, chat.session.id))
  await old.close?.()
  ui.line(`Now talking to ${next.label}.`)
}
