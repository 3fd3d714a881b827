import type { Decoded, Message } from 'daypack'
import { textOf } from 'daypack/internal'
import { asideIn, type Aside, type NamedSession } from './clients.ts'
import type { Agent, Turn } from './agent.ts'

/** Does a request say that it is no turn of the conversation? */
export function saidAside({ wire, request }: Turn, { system, messages }: Decoded): Aside | undefined {
  return wire.isSummary?.(request) ? 'summary' : asideIn(system ? textOf(system) : '', lastTexts(messages))
}

/** Titles and judgements that say nothing of it: they pass untouched and stay out of the log, too. */
export function isBeside(
  { wire, request }: Turn,
  { messages }: Decoded,
  by: { readonly named: NamedSession | undefined; readonly agent?: Agent | undefined },
): boolean {
  if (wire.hasTools(request)) return false
  if (by.named?.hasTools || by.agent?.hasTools) return true
  if (by.named) return false
  // One question without tools may be a title or the start of a chat: the next request shows, and brings all of it.
  return wire.isFormatted(request) || !messages.some((message) => message.role === 'assistant')
}

/** The newest words in the user's name; before results alone, those that the calls were made for. */
export function lastTexts(messages: readonly Message[]): string[] {
  const reply = messages.findLastIndex((message) => message.role === 'assistant')
  const newest = textsIn(messages.slice(reply + 1).slice(-LAST))
  if (newest.length > 0 || reply < 0) return newest
  const asked = messages.findLast((message) => message.role === 'user' && textsIn([message]).length > 0)
  return asked ? textsIn([asked]) : []
}

function textsIn(messages: readonly Message[]): string[] {
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text.slice(0, 400)] : [])),
  )
}

const LAST = 2
