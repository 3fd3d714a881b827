import type { Config } from '../../config/schema.ts'
import { openModel, withWindow } from '../model.ts'
import { enter, openChatPack } from '../workspace.ts'
import type { Chat } from '../types.ts'

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
