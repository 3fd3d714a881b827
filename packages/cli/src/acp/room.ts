import type { Daypack } from 'daypack'
import { openModel } from '../chat/model.ts'
import { enter, openChatPack } from '../chat/open.ts'
import { preambleOf } from '../chat/preamble.ts'
import { closeOpenCalls } from '../chat/turn.ts'
import type { Chat, Ui } from '../chat/types.ts'
import { withWindow } from '../chat/window.ts'
import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'

export type RoomOptions = { readonly flags: Config; readonly config?: string; readonly script?: string }

export type Room = {
  readonly pack: Daypack
  enter(session: string, ui: Ui): Promise<Chat>
  close(): Promise<void>
}

export async function openRoom(cwd: string, options: RoomOptions): Promise<Room> {
  const { env } = process
  const { config: given, notices } = loadConfig({
    cwd,
    env,
    flags: options.flags,
    ...(options.config !== undefined && { file: options.config }),
  })
  for (const notice of notices) console.error(notice)
  const onMemory = () => {}
  const model = await openModel(given, env, options.script)
  const { config, notice } = await withWindow(given, model)
  if (notice !== undefined) console.error(notice)
  const pack = await openChatPack(config, model, { cwd, env, onMemory })
  return {
    pack,
    async enter(session, ui) {
      const { text: preamble, context } = await preambleOf(config, cwd)
      const base = {
        ...{ pack, config, model, preamble, tasks: [], cwd, env, ui, now: Date.now, onMemory },
        ...(context !== undefined && { context }),
      }
      const chat: Chat = { ...base, ...(await enter(base, session)) }
      await closeOpenCalls(chat)
      return chat
    },
    async close() {
      await pack.close()
      await model.close?.()
    },
  }
}
