import type { Message } from 'daypack'
import type { Config } from '../config/schema.ts'
import { failureOf } from './failure.ts'
import { sessionId, openChatWorkspace } from './workspace.ts'
import { goodbye, showMeter, welcome } from './status.ts'
import { showTail } from './slash/sessions.ts'
import { COMMAND_WORDS, isCommand, runCommand } from './slash/index.ts'
import type { Terminal } from './terminal/terminal.ts'
import { runTurn, saying } from './turn.ts'
import type { Chat, ChatFlags } from './types.ts'
import { fenced } from 'daypack/internal'
import { halves, safe, clip } from './show.ts'
import { execute } from './tools/shell.ts'
import { HIDDEN } from './tools/index.ts'
import { forgottenLines } from '../show/memory.ts'
import { count } from '../show/words.ts'

export type ChatOptions = ChatFlags & { readonly flags: Config; readonly config?: string }

export async function converse(
  options: ChatOptions,
  terminal: Terminal,
  first: Promise<string | undefined>,
): Promise<number> {
  const cwd = process.cwd()
  terminal.complete(COMMAND_WORDS, cwd)
  const stop = interrupts(terminal)
  const chat = await start(options, terminal, cwd)
  let failed = false
  showMeter(chat)
  for (let said = await first; said !== undefined; said = await terminal.next()) {
    if (said.trim() === '') continue
    const answer = await respond(chat, said, stop)
    showMeter(chat)
    if (answer === 'failed') failed = true
    if (answer === 'over') break
  }
  const parting = process.stdin.isTTY && options.prompt === undefined ? goodbye(chat, options.flags.dir) : undefined
  if (parting !== undefined) terminal.line(parting)
  if (!(await closed(chat, stop))) {
    // The call that writes notes is still open and would keep the process alive.
    await terminal.close()
    process.exit(0)
  }
  // In a script a turn that failed must be seen; in a terminal the user has seen it.
  return failed && (options.prompt !== undefined || !process.stdin.isTTY) ? 1 : 0
}

/** A model may write notes of the conversation first; false: the user did not wait for it. */
async function closed({ pack, model, ui }: Chat, stop: Stop): Promise<boolean> {
  ui.waiting?.('writing notes')
  const done = pack.close().then(() => true)
  const isDone = await stop.run((signal) =>
    Promise.race([done, new Promise<false>((left) => signal.addEventListener('abort', () => left(false)))]),
  )
  await model.close?.()
  return isDone
}

async function start({ flags: given, config: file, ...flags }: ChatOptions, ui: Terminal, cwd: string): Promise<Chat> {
  const room = await openChatWorkspace(cwd, {
    flags: { ...given, ...(flags.allowShell && { chat: { allowShell: true } }) },
    config: file,
    script: flags.script,
    // Where only the answer is printed, what the settings say goes beside it.
    ...(flags.prompt === undefined && { tell: (notice) => ui.line(notice, 'notice') }),
  })
  try {
    const { pack, config } = room
    const id = await sessionId(pack, flags, Date.now())
    if (config.memory?.rebuildOnStart && config.memory.enabled !== false) await pack.memory.reindex()
    const { chat, closed } = await room.enter(id, ui)
    ui.remember(chat.session.view.slots.flatMap(({ message, origin }) => (origin === 'caller' ? saidIn(message) : [])))
    for (const line of welcome(chat, closed)) ui.line(line, 'quiet')
    if (flags.prompt === undefined) showTail(chat)
    return chat
  } catch (error) {
    await room.close()
    throw error
  }
}

function saidIn({ role, blocks: [first] }: Message): string[] {
  return role === 'user' && first?.type === 'text' ? [first.text] : []
}

type Stop = { run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> }

/** Esc and Ctrl-C stop what runs, Ctrl-C the whole program when that does not stop. With nothing running the terminal decides. */
function interrupts(terminal: Terminal): Stop {
  let running: AbortController | undefined
  terminal.onInterrupt((key) => {
    if (!running) return false
    if (running.signal.aborted && key === 'ctrl-c') {
      void terminal.close().finally(() => process.exit(130))
      return true
    }
    running.abort()
    return true
  })
  return {
    async run(work) {
      running = new AbortController()
      try {
        return await work(running.signal)
      } finally {
        running = undefined
      }
    },
  }
}

async function respond(chat: Chat, said: string, stop: Stop): Promise<'done' | 'failed' | 'over'> {
  try {
    if (isCommand(said))
      return (await stop.run((signal) => runCommand(chat, said, signal))) === 'over' ? 'over' : 'done'
    if (said.startsWith('!') && said.length > 1) await stop.run((signal) => runOwn(chat, said.slice(1).trim(), signal))
    else if (!(await stop.run((signal) => forgetAsked(chat, said, signal))))
      await stop.run((signal) => runTurn(chat, said, signal))
    return 'done'
  } catch (error) {
    chat.ui.line(`\nThat did not work: ${withoutSecrets(failureOf(error, chat.model), chat.model.secrets)}`, 'trouble')
    return 'failed'
  }
}

/** Keys are never shown, whatever a provider puts into its errors. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((shown, secret) => shown.replaceAll(secret, '[key]'), text)
}

const SHOWN = 4_000

/** `!command`: run by the user, without asking; what came out stands in the conversation, and nobody answers. */
export async function runOwn(chat: Chat, command: string, signal: AbortSignal): Promise<void> {
  chat.ui.waiting?.(command)
  const output = await execute(command, undefined, { cwd: chat.cwd, hidden: HIDDEN }, signal)
  chat.ui.line(halves(safe(output), SHOWN), 'quiet')
  await chat.session.append(saying('user', `I ran \`${command}\` myself:\n${fenced('output', {}, output)}`))
}

/** "Forget my locker code": shown and asked about, never sent. False where a message asks for nothing that is noted. */
export async function forgetAsked(chat: Chat, said: string, signal: AbortSignal): Promise<boolean> {
  const { ui, pack, config } = chat
  if (config.memory?.enabled === false) return false
  const asked = await pack.memory.forgetRequest(said).catch(() => undefined)
  if (asked === undefined) return false
  const { wish, lines } = asked
  for (const { text, path } of lines) ui.line(`  ${clip(safe(text), 200)} (${path})`)
  const answer = await ui.ask(
    `Forget ${count(lines.length, 'line')}, in notes and conversations?\n[y]es, [N]o? `,
    signal,
  )
  if (answer === undefined)
    ui.line(
      `Nothing was forgotten: there is nobody to ask. Do it with: daypack memory forget --everywhere "${safe(wish)}"`,
    )
  else if (!/^y/i.test(answer.trim())) ui.line('Nothing was forgotten.')
  else {
    const result = await pack.memory.forget({ wish }, { everywhere: true })
    for (const line of forgottenLines(result, { dryRun: false, everywhere: true })) ui.line(line)
  }
  return true
}
