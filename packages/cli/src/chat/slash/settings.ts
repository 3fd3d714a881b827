import { PRESET_NAMES, type PresetName } from 'daypack/presets'
import { presetName } from '../../config/pack-options.ts'
import type { Config } from '../../config/schema.ts'
import { openModel } from '../model.ts'
import { enter, openChatPack } from '../open.ts'
import type { Chat } from '../types.ts'
import { withWindow } from '../window.ts'

export async function model(chat: Chat, words: string): Promise<void> {
  const { ui } = chat
  if (words === '')
    return ui.line(`${chat.model.label}. /model provider:name changes it, such as /model anthropic:claude-sonnet-5-5.`)
  const named: Config = { ...chat.config, model: words }
  const old = chat.model
  const next = await openModel(named, chat.env)
  const { config, notice } = await withWindow(named, next)
  if (notice !== undefined) ui.line(notice, 'notice')
  await reopen(chat, config, next)
  await old.close?.()
  ui.line(`Now talking to ${next.label}.`)
}

export async function preset(chat: Chat, words: string): Promise<void> {
  const { ui } = chat
  const list = PRESET_NAMES.join(', ')
  if (words === '') return ui.line(`${presetName(chat.config)}; there are ${list}.`)
  const name = PRESET_NAMES.find((known): known is PresetName => known.toLowerCase() === words.toLowerCase())
  if (!name) return ui.line(`There is no preset ${words}; there are ${list}. Nothing has changed.`)
  await reopen(chat, { ...chat.config, preset: name }, chat.model)
  ui.line(`Preset ${name} from the next request on.`)
}

async function reopen(chat: Chat, config: Config, next: Chat['model']): Promise<void> {
  const { id } = chat.session
  await chat.pack.close()
  const pack = await openChatPack(config, next, chat)
  Object.assign(chat, { pack, config, model: next })
  Object.assign(chat, await enter(chat, id))
}
