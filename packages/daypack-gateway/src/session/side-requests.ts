import type { Decoded, Message } from 'daypack'
import { textOf, type JsonObject } from 'daypack/internal'
import { asideIn, type Aside, type NamedSession } from './clients.ts'
import type { Agent } from './agent.ts'
import type { GatewayWire } from '../wires/wire.ts'

/** What a request wants to know of the conversation without going on with it. */
export type About = Exclude<Aside, 'other'>

export function asksAbout(wire: GatewayWire, request: JsonObject, decoded: Decoded): About | undefined {
  if (wire.isSummary?.(request)) return 'summary'
  const aside = saidAside(decoded)
  return aside === 'other' ? undefined : aside
}

/** Titles and judgements: requests beside the conversation, which pass untouched and stay out of the log. */
export function isSide(
  wire: GatewayWire,
  request: JsonObject,
  decoded: Decoded,
  by: { readonly named: NamedSession | undefined; readonly agent: Agent | undefined },
): boolean {
  if (saidAside(decoded)) return true
  if (wire.hasTools(request)) return false
  if (by.named?.hasTools || by.agent?.hasTools) return true
  if (by.named) return false
  // One question without tools may be a title or the start of a chat: the next request shows, and brings all of it.
  return wire.isFormatted(request) || !decoded.messages.some((message) => message.role === 'assistant')
}

function saidAside({ system, messages }: Decoded): Aside | undefined {
  return asideIn(system ? textOf(system) : '', lastTexts(messages))
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
