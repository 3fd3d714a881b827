import type { Decoded } from '../../model/codec.ts'
import type { JsonObject } from '../../model/json.ts'
import { textOf, type Message } from '../../model/message.ts'
import { asksAside, type Named } from './clients.ts'
import type { Lane } from './lanes.ts'
import type { GatewayWire } from './wires/wire.ts'

/** Titles, summaries and judgements: requests beside the conversation, which pass untouched and stay out of the log. */
export function isSide(
  wire: GatewayWire,
  request: JsonObject,
  decoded: Decoded,
  by: { readonly named: Named | undefined; readonly lane: Lane | undefined },
): boolean {
  const { system, messages } = decoded
  if (asksAside(system ? textOf(system) : '', lastTexts(messages.at(-1)))) return true
  if (wire.hasTools(request)) return false
  if (by.named?.hasTools || by.lane?.hasTools) return true
  if (by.named) return false
  // One question without tools may be a title or the start of a chat: the next request shows, and brings all of it.
  return wire.isFormatted(request) || !messages.some((message) => message.role === 'assistant')
}

export function lastTexts(message: Message | undefined): string[] {
  if (!message || message.role === 'assistant') return []
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text.slice(0, 400)] : []))
}
