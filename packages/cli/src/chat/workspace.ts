import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { recordTasks, type MemoryTask } from './memory-tasks.ts'
import { openModel } from './model.ts'
import { enter, openChatPack } from './open.ts'
import { preambleOf } from './preamble.ts'
import { closeOpenCalls } from './turn.ts'
import type { Chat, Ui } from './types.ts'
import { withWindow } from './window.ts'

export type ChatWorkspaceOptions = {
  readonly flags: Config
  readonly config?: string | undefined
  readonly script?: string | undefined
  /** Where notices about settings and window go. Default: standard error. */
  readonly tell?: (notice: string) => void
}

/** A folder with its settings, its model and its workspace: any number of conversations can be entered. */
export type ChatWorkspace = Pick<Chat, 'pack' | 'config'> & {
  /** The conversation, and how many tool calls that were left open in it had to be closed. */
  enter(session: string, ui: Ui): Promise<{ readonly chat: Chat; readonly closed: number }>
  close(): Promise<void>
}

export async function openChatWorkspace(cwd: string, options: ChatWorkspaceOptions): Promise<ChatWorkspace> {
  const { flags, config: file, script, tell = console.error } = options
  const { env } = process
  const { config: given, notices } = loadConfig({ cwd, env, flags, ...(file !== undefined && { file }) })
  for (const notice of notices) tell(notice)
  const tasks: MemoryTask[] = []
  const onMemory = recordTasks(tasks, Date.now)
  const model = await openModel(given, env, script)
  try {
    const { config, notice } = await withWindow(given, model)
    if (notice !== undefined) tell(notice)
    const pack = await openChatPack(config, model, { cwd, env, onMemory })
    const common = { pack, config, model, cwd, env, now: Date.now, tasks, onMemory }
    return {
      pack,
      config,
      async enter(session, ui) {
        const { text: preamble, context } = await preambleOf(config, cwd)
        const base = { ...common, preamble, ui, ...(context !== undefined && { context }) }
        const chat: Chat = { ...base, ...(await enter(base, session)) }
        return { chat, closed: await closeOpenCalls(chat) }
      },
      async close() {
        await pack.close()
        await model.close?.()
      },
    }
  } catch (error) {
    // What is left open would keep the process alive.
    await model.close?.()
    throw error
  }
}
