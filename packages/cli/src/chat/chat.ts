import { isDaypackError } from 'daypack'
import type { MemoryEvent } from 'daypack/memory'
import pc from 'picocolors'
import { loadConfig } from '../config/load.ts'
import { presetName, workspaceOf } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import { openModel } from './model.ts'
import { enter, openPack, sessionId } from './open.ts'
import { preambleOf } from './preamble.ts'
import { COMMAND_NAMES, isCommand, runCommand } from './slash/index.ts'
import type { Terminal } from './terminal.ts'
import { closeOpenCalls, runTurn } from './turn.ts'
import type { Chat, ChatFlags, MemoryTask } from './types.ts'

export type ChatOptions = ChatFlags & { readonly flags: Config; readonly config?: string }

/** The conversation, from the first thing said to the end of the input. Resolves to the exit code. */
export async function converse(
  options: ChatOptions,
  terminal: Terminal,
  first: Promise<string | undefined>,
): Promise<number> {
  const cwd = process.cwd()
  const { config, notices } = loadConfig({
    cwd,
    env: process.env,
    flags: { ...options.flags, ...(options.allowShell && { chat: { allowShell: true } }) },
    ...(options.config !== undefined && { file: options.config }),
  })
  for (const notice of notices) terminal.line(notice)
  terminal.complete(COMMAND_NAMES)
  const stop = interrupts(terminal)
  const chat = await start(config, options, terminal, cwd)
  let failed = false
  for (let said = await first; said !== undefined; said = await terminal.next()) {
    if (said.trim() === '') continue
    const answer = await respond(chat, said, stop)
    if (answer === 'failed') failed = true
    if (answer === 'over') break
  }
  await chat.pack.close()
  await chat.model.close?.()
  // In a script a turn that failed must be seen; in a terminal the user has seen it.
  return failed && !process.stdin.isTTY ? 1 : 0
}

async function start(config: Config, flags: ChatFlags, ui: Terminal, cwd: string): Promise<Chat> {
  const { env } = process
  const tasks: MemoryTask[] = []
  const onMemory = remembering(tasks, Date.now)
  const model = await openModel(config, env, flags.script)
  const pack = await openPack(config, model, { cwd, env, onMemory })
  try {
    return await begun(config, flags, ui, { cwd, env, tasks, onMemory, model, pack })
  } catch (error) {
    // What is left open would keep the process alive.
    await pack.close()
    await model.close?.()
    throw error
  }
}

async function begun(
  config: Config,
  flags: ChatFlags,
  ui: Terminal,
  { cwd, env, tasks, onMemory, model, pack }: Pick<Chat, 'cwd' | 'env' | 'tasks' | 'onMemory' | 'model' | 'pack'>,
): Promise<Chat> {
  const { text: preamble, context } = await preambleOf(config, cwd)
  const id = await sessionId(pack, workspaceOf(config, cwd), flags, Date.now())
  const base = {
    ...{ pack, config, model, preamble, tasks, cwd, env, ui, now: Date.now, onMemory },
    ...(context !== undefined && { context }),
  }
  if (config.memory?.rebuildOnStart && config.memory.enabled !== false) await pack.memory.reindex()
  const chat: Chat = { ...base, ...(await enter(base, id)) }
  const closed = await closeOpenCalls(chat)
  const count = chat.session.view.slots.length
  ui.line(
    count > 0
      ? `Session ${id}: ${count} messages, ${chat.session.view.size.tokens} tokens in view${closed > 0 ? `; ${closed} open tool calls were closed` : ''}. ${model.label}, preset ${presetName(config)}.`
      : `Session ${id}. ${model.label}, preset ${presetName(config)}.`,
  )
  return chat
}

type Stop = { run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> }

/** Ctrl-C stops what runs; when nothing runs, twice ends the chat. */
function interrupts(terminal: Terminal): Stop {
  let running: AbortController | undefined
  let pressed = 0
  terminal.onInterrupt(() => {
    if (running) {
      if (running.signal.aborted) process.exit(130)
      return running.abort()
    }
    if (++pressed > 1) return terminal.close()
    terminal.line('\nPress Ctrl-C again to end, or go on typing.')
  })
  return {
    async run(work) {
      running = new AbortController()
      pressed = 0
      try {
        return await work(running.signal)
      } finally {
        running = undefined
      }
    },
  }
}

/** A command or a turn. What goes wrong is said, and the conversation goes on. */
async function respond(chat: Chat, said: string, stop: Stop): Promise<'done' | 'failed' | 'over'> {
  try {
    if (isCommand(said))
      return (await stop.run((signal) => runCommand(chat, said, signal))) === 'over' ? 'over' : 'done'
    await stop.run((signal) => runTurn(chat, said, signal))
    return 'done'
  } catch (error) {
    chat.ui.line(`\n${pc.red('That did not work:')} ${withoutSecrets(reason(error), chat.model.secrets)}`)
    return 'failed'
  }
}

function reason(error: unknown): string {
  if (isDaypackError(error)) return error.message
  const text = error instanceof Error ? error.message : String(error)
  return `${text}\nNothing is lost: say “go on” to try again, or /model to use another model.`
}

/** Keys are never shown, whatever a provider puts into its errors (INV-65). */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((shown, secret) => shown.replaceAll(secret, '[key]'), text)
}

/** The newest background tasks of the memory. */
function remembering(tasks: MemoryTask[], now: () => number): (event: MemoryEvent) => void {
  return (event) => {
    if (event.type === 'flushed' || event.type === 'consolidated') finish('completed', JSON.stringify(event.result))
    if (event.type === 'failed') finish('failed', `${event.what}: ${event.why}`)
  }

  function finish(state: 'completed' | 'failed', result: string): void {
    const task = tasks.find((each) => each.state === 'running')
    if (task) Object.assign(task, { state, result })
    else tasks.push({ id: tasks.length + 1, startedAt: now(), state, result })
  }
}
