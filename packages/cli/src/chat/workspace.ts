import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { recordTasks, type MemoryTask } from './slash/memory.ts'
import { openModel, withWindow } from './model.ts'
import { preambleOf } from './preamble.ts'
import { closeOpenCalls } from './turn.ts'
import type { Chat, Ui, ChatFlags, ModelInUse } from './types.ts'
import { DaypackError, type Daypack } from 'daypack'
import { aiSdkSummarizer } from 'daypack/hosts/ai-sdk'
import type { MemoryEvent } from 'daypack/memory'
import { notesOf, packOptions, placeOf, presetFrom, storedFolders, workspaceOf } from '../config/pack-options.ts'
import type { Environment } from '../config/environment.ts'
import type { Folder } from './tools/folder.ts'
import { chatTools, HIDDEN } from './tools/index.ts'
import { fileReader } from './tools/read.ts'
import { openPack } from '../workspace.ts'

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

export function openChatPack(
  config: Config,
  model: ModelInUse,
  by: { readonly cwd: string; readonly env: Environment; readonly onMemory: (event: MemoryEvent) => void },
): Promise<Daypack> {
  const options = packOptions(config, by.cwd, by.env)
  const asksModel = config.summarizer === 'model' || (config.summarizer === undefined && model.provider !== 'scripted')
  const chatOptions = {
    ...options,
    files: { read: fileReader(folderOf(config, by.cwd)) },
    ...(options.memory && {
      memory: { ...options.memory, tuning: { ...options.memory.tuning, onEvent: by.onMemory } },
    }),
    ...(asksModel && { summarize: aiSdkSummarizer({ model: model.model }) }),
    tuning: {
      ...options.tuning,
      // Whatever a preset calls it: this is the tool the chat has.
      readTool: 'read_file',
      ...(presetFrom(config).options.restores && { restore: { read: fileReader(folderOf(config, by.cwd)) } }),
    },
  }
  return openPack(placeOf(config, by.cwd), chatOptions, { make: true })
}

export async function sessionId(pack: Daypack, flags: ChatFlags, now: number): Promise<string> {
  if (flags.resume !== undefined) {
    const known = await pack.sessions()
    if (known.includes(flags.resume)) return flags.resume
    const near = known.slice(-5).join(', ')
    throw new DaypackError(
      'not-found',
      `There is no session ${flags.resume}${near ? `; the newest are ${near}` : ' here yet'}.`,
    )
  }
  if (flags.continue) {
    const last = await lastUsed(pack)
    if (last !== undefined) return last
  }
  return newSessionId(now)
}

export function newSessionId(now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)
  return `chat-${stamp}-${Math.floor(Math.random() * 36 ** 3)
    .toString(36)
    .padStart(3, '0')}`
}

export async function lastUsed(pack: Daypack): Promise<string | undefined> {
  return (await byLastUse(pack))[0]
}

export async function byLastUse(pack: Daypack): Promise<string[]> {
  const { log } = pack.driver
  const times = await Promise.all((await pack.sessions()).map(async (id) => ({ id, at: (await log?.last?.(id)) ?? 0 })))
  return times.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}

export async function enter(
  chat: Omit<Chat, 'session' | 'tools'>,
  id: string,
): Promise<Pick<Chat, 'session' | 'tools'>> {
  const session = await chat.pack.session(id)
  if (chat.context !== undefined && session.view.slots.length === 0) {
    const seq = await session.append(
      { role: 'user', blocks: [{ type: 'text', text: chat.context }] },
      { origin: 'daypack' },
    )
    await session.pin(seq)
  }
  const { allowShell = false, shellTimeoutSeconds } = chat.config.chat ?? {}
  const shell = {
    cwd: chat.cwd,
    ui: chat.ui,
    hidden: HIDDEN,
    isAllowed: allowShell,
    ...(shellTimeoutSeconds !== undefined && { timeoutSeconds: shellTimeoutSeconds }),
  }
  return { session, tools: chatTools(folderOf(chat.config, chat.cwd), shell, chat.pack.tools(session)) }
}

function folderOf(config: Config, cwd: string): Folder {
  const notes = notesOf(config, cwd)
  return {
    root: cwd,
    workspace: workspaceOf(config, cwd),
    stored: storedFolders(config),
    ...(notes !== undefined && { notes }),
  }
}
