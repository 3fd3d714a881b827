import type { Json } from '../../model/json.ts'
import { toolCalls, type Message } from '../../model/message.ts'

type Tools = Map<string, string>
type Known = { readonly message: Message; readonly content: unknown; readonly length: number }

/** The newest messages are decoded again each time: callers still change those in place. */
const RECENT = 4

/**
 * Callers resend the objects they sent before; decoding one of them again gives the same Message object, so that a turn
 * costs what is new. An object that was sent and is no longer recent is not looked into again: to change it, replace it.
 */
export function decoderOf(
  decode: (wire: Json, tools: Tools) => Message,
): (wires: readonly unknown[], tools: Tools) => Message[] {
  const known = new WeakMap<object, Known>()
  return (wires, tools) =>
    wires.map((wire, index) => {
      const isRecent = index >= wires.length - RECENT
      const hit = typeof wire === 'object' && wire !== null && !isRecent ? known.get(wire) : undefined
      if (hit && hit.content === contentOf(wire) && hit.length === lengthOf(hit.content)) {
        for (const call of toolCalls(hit.message)) tools.set(call.callId, call.tool)
        return hit.message
      }
      const message = decode(wire as Json, tools)
      if (typeof wire === 'object' && wire !== null && !isRecent) {
        known.set(wire, { message, content: contentOf(wire), length: lengthOf(contentOf(wire)) })
      }
      return message
    })
}

function contentOf(wire: unknown): unknown {
  return (wire as { content?: unknown }).content
}

function lengthOf(content: unknown): number {
  return Array.isArray(content) ? content.length : 0
}
