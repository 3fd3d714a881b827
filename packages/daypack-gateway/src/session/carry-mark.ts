import type { Message } from 'daypack'
import { textOf } from 'daypack/internal'

/** How the mark of a session that was carried over begins. */
export const CARRIED = '[daypack session: carry-'
const FORM = /\[daypack session: (carry-[\w-]{1,80})\]/

export function carriedMark(id: string): string {
  return `[daypack session: ${id}]`
}

export function carriedIn(messages: readonly Message[]): string | undefined {
  const reply = messages.findIndex(({ role }) => role === 'assistant')
  const opening = reply < 0 ? messages : messages.slice(0, reply)
  for (const message of opening) {
    const found = message.role === 'user' ? FORM.exec(textOf(message))?.[1] : undefined
    if (found !== undefined) return found
  }
  return undefined
}
