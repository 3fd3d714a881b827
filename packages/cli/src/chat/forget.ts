import { forgottenLines } from '../show/memory.ts'
import { count } from '../show/words.ts'
import { clip, safe } from './show.ts'
import type { Chat } from './types.ts'

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
