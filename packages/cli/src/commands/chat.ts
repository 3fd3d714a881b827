import { openTerminal } from '../chat/terminal/terminal.ts'
import type { ChatOptions } from '../chat/chat.ts'

/** `daypack chat`. The prompt is there at once; everything else is loaded while the user types. */
export async function chatCommand(options: ChatOptions): Promise<number> {
  const terminal = await openTerminal(process.stdin, process.stdout, process.env)
  terminal.line('Daypack chat. /help lists the commands, Tab completes, Ctrl-C stops a turn, Ctrl-D quits.')
  const first = terminal.next()
  terminal.draw()
  try {
    const { converse } = await import('../chat/chat.ts')
    return await converse(options, terminal, first)
  } finally {
    terminal.close()
  }
}
