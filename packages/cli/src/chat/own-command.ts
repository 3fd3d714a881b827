import { fenced } from 'daypack/internal'
import { halves, safe } from './show.ts'
import { execute } from './tools/shell.ts'
import { HIDDEN } from './tools/index.ts'
import { saying } from './turn.ts'
import type { Chat } from './types.ts'

const SHOWN = 4_000

/** `!command`: run by the user, without asking; what came out stands in the conversation, and nobody answers. */
export async function runOwn(chat: Chat, command: string, signal: AbortSignal): Promise<void> {
  chat.ui.waiting?.(command)
  const output = await execute(command, undefined, { cwd: chat.cwd, hidden: HIDDEN }, signal)
  chat.ui.line(halves(safe(output), SHOWN), 'quiet')
  await chat.session.append(saying('user', `I ran \`${command}\` myself:\n${fenced('output', {}, output)}`))
}
