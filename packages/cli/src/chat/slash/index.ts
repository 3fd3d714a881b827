import type { Chat } from '../types.ts'
import { compactCommand, compactStr, undo } from './compact.ts'
import { context, explainCommand, costCommand, history, message } from './context.ts'
import { dumpHistory, loadHistory } from './files.ts'
import { memory, summarizeStatus } from './memory.ts'
import { clear, startNew, resume, model } from './sessions.ts'
import { plan } from './plan.ts'
import { proactive } from './proactive.ts'

export type Command = {
  readonly usage: string
  readonly about: string
  run(chat: Chat, words: string, signal: AbortSignal): Promise<'over' | void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  compact: { usage: '[instruction]', about: 'fold what can be folded, now', run: compactCommand },
  context: { usage: '', about: 'what fills the window, and what would go next', run: context },
  history: { usage: '', about: 'all messages, with their sizes', run: history },
  message: { usage: 'N', about: 'one message, whole', run: message },
  compact_str: { usage: '', about: 'the summary in use', run: compactStr },
  undo: { usage: '[batch]', about: 'take back the newest epoch, or one batch', run: undo },
  explain: { usage: '', about: 'why the context looks as it does', run: explainCommand },
  cost: { usage: '', about: 'what was billed, and what sending everything would have cost', run: costCommand },
  memory: { usage: '[query]', about: 'show the notes, or search them', run: memory },
  new: { usage: '', about: 'start a new session; facts from this one go to memory', run: startNew },
  resume: { usage: '[N]', about: 'the sessions used last, or go on with one of them', run: resume },
  clear: { usage: '', about: 'start a new session; nothing goes to memory', run: clear },
  summarize_status: { usage: '', about: 'what memory did in the background', run: summarizeStatus },
  dump_history: { usage: '', about: 'write what is shown to debug_history.jsonl', run: dumpHistory },
  load_history: { usage: '[file]', about: 'start a new session with the messages of such a file', run: loadHistory },
  plan: { usage: '[steps; …|done N|clear]', about: 'the plan of this session, and its progress', run: plan },
  proactive: { usage: '[minutes|on|off]', about: 'let the agent speak up after a pause', run: proactive },
  model: { usage: '[provider:name]', about: 'show or change the model', run: model },
  help: { usage: '', about: 'this list', run: async ({ ui }) => helpLines().forEach((line) => ui.line(line)) },
  exit: { usage: '', about: 'end the chat', run: async () => 'over' },
}

/** Text that begins with a slash and a word is meant as a command; a path such as /usr/lib is not. */
export function isCommand(said: string): boolean {
  return /^\/+[A-Za-z_]+(?:[ \t]|$)/.test(said)
}

export async function runCommand(chat: Chat, said: string, signal: AbortSignal): Promise<'over' | void> {
  const [, name = '', words = ''] = /^\/+([A-Za-z_]+)[ \t]*([\s\S]*)$/.exec(said) ?? []
  const command = COMMANDS[name] ?? (name === 'quit' ? COMMANDS['exit'] : undefined)
  if (!command) {
    const like = Object.keys(COMMANDS).filter((known) => known.startsWith(name.slice(0, 2).toLowerCase()))
    return chat.ui.line(
      `There is no /${name}${like.length > 0 ? `; did you mean ${like.map((known) => `/${known}`).join(' or ')}?` : '.'} /help lists the commands. Nothing was sent.`,
    )
  }
  if (command.usage === '' && words.trim() !== '') return chat.ui.line(`/${name} takes no arguments. Nothing was done.`)
  return command.run(chat, words.trim(), signal)
}

export const COMMAND_WORDS = Object.entries(COMMANDS).map(([name, { usage, about }]) => ({ name, usage, about }))

export function commandsFor(names: readonly string[]) {
  return names.flatMap((name) => {
    const { about, usage } = COMMANDS[name] ?? {}
    if (about === undefined) return []
    return [{ name, description: about, ...(usage !== undefined && usage !== '' && { input: { hint: usage } }) }]
  })
}

function helpLines(): string[] {
  const heads = Object.entries(COMMANDS).map(([name, { usage }]) => `/${name} ${usage}`.trim())
  const width = Math.max(...heads.map((head) => head.length))
  return [
    ...Object.values(COMMANDS).map(({ about }, index) => `  ${(heads[index] ?? '').padEnd(width)}  ${about}`),
    `  ${'@file'.padEnd(width)}  the file goes along with what you say`,
    `  ${'!command'.padEnd(width)}  run it yourself; the model sees what came out`,
  ]
}
