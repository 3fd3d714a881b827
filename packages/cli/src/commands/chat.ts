import { openTerminal } from '../chat/terminal/terminal.ts'
import type { ChatOptions } from '../chat/chat.ts'
import type { Config } from '../config/schema.ts'

type Flags = Pick<Config, 'model' | 'window' | 'preset' | 'dir'> &
  Omit<Partial<ChatOptions>, 'flags' | 'prompt'> & { print?: string }

/** `daypack chat`. The prompt is there at once; everything else is loaded while the user types. */
export async function chatCommand(given: Flags): Promise<number> {
  const { model, window, preset, dir, print: prompt, allowShell = false, continue: goOn = false, ...rest } = given
  const flags = JSON.parse(JSON.stringify({ model, window, preset, dir })) as Config
  const options: ChatOptions = { ...rest, flags, allowShell, continue: goOn, ...(prompt !== undefined && { prompt }) }
  const terminal =
    prompt === undefined
      ? await openTerminal(process.stdin, process.stdout, process.env)
      : (await import('../chat/terminal/answer-only.ts')).openAnswerOnly()
  if (prompt === undefined)
    terminal.line('Daypack chat. /help lists the commands, Tab completes, Esc stops a turn, Ctrl-D quits.')
  const first = prompt === undefined ? terminal.next() : Promise.resolve(prompt)
  terminal.draw()
  try {
    const { converse } = await import('../chat/chat.ts')
    return await converse(options, terminal, first)
  } finally {
    await terminal.close()
  }
}
