import { textOf } from 'daypack/internal'
import type { Chat } from '../types.ts'

const DEFAULT_MINUTES = 30
const POLL_MS = 30_000
const LEAST_BETWEEN_MS = 60_000
export const MARK = '[PROACTIVE]'
const ASK = `${MARK} The user has been away for a while. If something of the work above can be taken further or is worth telling, say so in a few sentences; otherwise answer only that there is nothing new.`

export type Proactive = { minutes: number; since: number; triedAt: number; timer?: NodeJS.Timeout }

export async function proactive(chat: Chat, words: string): Promise<void> {
  const { ui, now } = chat
  if (words !== '') {
    clearInterval(chat.proactive?.timer)
    delete chat.proactive
    const minutes = words === 'on' ? DEFAULT_MINUTES : Number(words)
    if (minutes > 0)
      chat.proactive = { minutes, since: now(), triedAt: 0, timer: setInterval(() => void tick(chat), POLL_MS).unref() }
    else if (words !== 'off') ui.line('/proactive takes on, off, or a number of minutes.')
  }
  ui.line(chat.proactive ? `On: the agent may speak up after ${chat.proactive.minutes} minutes of silence.` : 'Off.')
}

async function tick(chat: Chat): Promise<void> {
  const { proactive: state, session, now } = chat
  if (!state || chat.isBusy || !isDue(state, session.view, now())) return
  state.triedAt = now()
  const { runTurn } = await import('../turn.ts')
  await runTurn(chat, ASK, new AbortController().signal).catch((error: unknown) => chat.ui.line(String(error)))
}

export function isDue(state: Proactive, view: Chat['session']['view'], now: number): boolean {
  const last = view.slots.at(-1)
  const asked = view.slots.findLast(({ message, origin }) => message.role === 'user' && origin === 'caller')
  if (!last || (asked && textOf(asked.message).startsWith(MARK))) return false
  const idle = now - Math.max(last.at, state.since)
  return idle >= state.minutes * 60_000 && now - state.triedAt >= LEAST_BETWEEN_MS
}
