import { isList, isObject, type Json } from '../../model/json.ts'
import { toolCalls, type Message } from '../../model/message.ts'
import type { RenderedMessage } from '../../model/codec.ts'

export type ToolNames = Map<string, string>

/** Everything a request sends besides its conversation, as text to be counted. */
export function extraText(request: object, keys: readonly string[]): string | undefined {
  const found = keys.flatMap((key) => {
    const value = (request as Record<string, unknown>)[key]
    return value === undefined || value === null ? [] : [JSON.stringify(value)]
  })
  return found.length === 0 ? undefined : found.join('\n')
}

/** What SDKs put into a response they parsed for the caller; unknown to the provider when it is sent back. */
const PARSED = ['parsed', 'parsed_arguments']

/** The object without what the SDK added, in it and in the lists and objects named. */
export function withoutParsed(wire: Json, inside: readonly string[]): Json {
  if (isList(wire)) return wire.map((part) => withoutParsed(part, inside))
  if (!isObject(wire)) return wire
  const entries = Object.entries(wire).filter(([key]) => !PARSED.includes(key))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, inside.includes(key) ? withoutParsed(value, inside) : value]),
  )
}

export function leadingCount<T>(list: readonly T[], isLeading: (one: T) => boolean): number {
  const first = list.findIndex((one) => !isLeading(one))
  return first < 0 ? list.length : first
}

/** The same objects in the same order: the request can go out as it came. */
export function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/** Every message is the caller's own, in its own place: there is nothing to write. */
export function isUntouched(rendered: readonly RenderedMessage[], sources: readonly unknown[]): boolean {
  return rendered.length === sources.length && rendered.every((message, index) => message.source === index)
}

export function sourceOf<T>({ source }: RenderedMessage, sources: readonly T[], leading = 0): T | undefined {
  return source === undefined ? undefined : sources[source + leading]
}

type Known = { readonly message: Message; readonly content: unknown; readonly length: number }

/** The newest messages are decoded again each time: callers still change those in place. */
const RECENT = 4

/** A resent object decodes to the same Message; once it is no longer recent, changing it in place is not noticed. */
export function decoderOf(
  decode: (wire: Json, tools: ToolNames) => Message,
): (wires: readonly unknown[], tools: ToolNames) => Message[] {
  const known = new WeakMap<object, Known>()
  return (wires, tools) =>
    wires.map((wire, index) => {
      const content = typeof wire === 'object' && wire !== null && 'content' in wire ? wire.content : undefined
      const length = Array.isArray(content) ? content.length : 0
      if (typeof wire !== 'object' || wire === null || index >= wires.length - RECENT)
        return decode(wire as Json, tools)
      const hit = known.get(wire)
      if (hit?.content === content && hit?.length === length) {
        for (const call of toolCalls(hit.message)) tools.set(call.callId, call.tool)
        return hit.message
      }
      const message = decode(wire as Json, tools)
      known.set(wire, { message, content, length })
      return message
    })
}
