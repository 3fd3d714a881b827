import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import { toolCalls, type Message } from '../../model/message.ts'
import type { RenderedMessage } from '../../model/codec.ts'

export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

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

/** `shape`: the object with its slots blanked; `cache`: its cache marker and where the key stood. */
export type Residue = { readonly shape?: JsonObject; readonly cache?: { readonly at: number; readonly value: Json } }

const MARKERS = ['cache_control', 'prompt_cache_breakpoint']

export function residueOf(wire: JsonObject, canonical: JsonObject, slots: readonly string[]): Residue | undefined {
  const keys = Object.keys(wire)
  const at = keys.findIndex((key) => MARKERS.includes(key))
  const marker = keys[at]
  const shape = blanked(wire, slots, marker)
  const plain = same(shape, canonical, slots)
  if (plain && marker === undefined) return undefined
  return {
    ...(plain ? {} : { shape }),
    ...(marker === undefined ? {} : { cache: { at, value: { [marker]: wire[marker] ?? null } } }),
  }
}

/** The wire object again: the canonical form, put into the remembered shape. Slots that lost their value are left out. */
export function rebuildWire(canonical: JsonObject, residue: Residue | undefined, slots: readonly string[]): JsonObject {
  if (!residue) return canonical
  const { shape, cache } = residue
  let entries = Object.entries(canonical)
  if (shape) {
    const kept = Object.entries(shape).flatMap(([key, value]): [string, Json][] => {
      if (slots.includes(key) && key in canonical) return [[key, canonical[key] ?? null]]
      return slots.includes(key) && value !== null ? [] : [[key, value]]
    })
    entries = [...kept, ...entries.filter(([key]) => slots.includes(key) && !Object.hasOwn(shape, key))]
  }
  if (cache && isObject(cache.value)) entries.splice(cache.at, 0, ...Object.entries(cache.value))
  return Object.fromEntries(entries)
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each codec names what it stored
export function asResidue<T extends Residue>(wire: Json | undefined): T | undefined {
  return isObject(wire) ? (wire as T) : undefined
}

/** Null slots stay null, so that `"refusal": null` is not taken for a refusal that was left out. */
function blanked(wire: JsonObject, slots: readonly string[], without?: string): JsonObject {
  return Object.fromEntries(
    Object.entries(wire).flatMap(([key, value]) =>
      key === without ? [] : [[key, slots.includes(key) && value !== null ? 0 : value]],
    ),
  )
}

function same(shape: JsonObject, canonical: JsonObject, slots: readonly string[]): boolean {
  const keys = Object.keys(shape)
  const expected = Object.keys(canonical)
  if (keys.length !== expected.length) return false
  return keys.every(
    (key, index) => key === expected[index] && (slots.includes(key) || sameJson(shape[key], canonical[key])),
  )
}

export type ToolNames = { get(callId: string): string | undefined; set(callId: string, tool: string): unknown }

type Known = { readonly message: Message; readonly content: unknown; readonly length: number }
/** The newest list that begins with an object, up to its newest messages; it only grows. */
type Listed = { readonly wires: unknown[]; readonly known: Known[]; readonly names: Map<string, string> }

/** The newest messages are decoded again each time: callers still change those in place. */
const RECENT = 4

/** A resent object decodes to the same Message; once it is no longer recent, changing it in place is not noticed. */
export function decoderOf(
  decode: (wire: Json, tools: ToolNames) => Message,
): (wires: readonly unknown[], tools: ToolNames) => Message[] {
  const known = new WeakMap<object, Known>()
  const lists = new WeakMap<object, Listed>()

  return (wires, tools) => {
    const settled = Math.max(0, wires.length - RECENT)
    const list = listed(wires, settled)
    const names = above(tools, list.names)
    for (let index = list.wires.length; index < settled; index++) {
      const wire = wires[index]
      const one = again(wire) ?? first(wire, names)
      for (const call of toolCalls(one.message)) list.names.set(call.callId, call.tool)
      list.wires.push(wire)
      list.known.push(one)
    }
    return [...list.known.map((one) => one.message), ...wires.slice(settled).map((wire) => decode(wire as Json, names))]
  }

  /** What is known of this list; nothing behind the first of its messages that is another now. */
  function listed(wires: readonly unknown[], settled: number): Listed {
    const [start] = wires
    const last = isReference(start) ? lists.get(start) : undefined
    const same = last ? sameStart(wires, last, settled) : 0
    if (last && same === last.wires.length) return last
    const kept = last?.known.slice(0, same) ?? []
    const names = new Map(kept.flatMap(({ message }) => toolCalls(message).map((call) => [call.callId, call.tool])))
    const list: Listed = { wires: wires.slice(0, same), known: kept, names }
    // A list that only ends earlier may go on from where it was.
    if (isReference(start) && same < settled) lists.set(start, list)
    return list
  }

  function again(wire: unknown): Known | undefined {
    const hit = isReference(wire) ? known.get(wire) : undefined
    return hit && isAsKnown(wire, hit) ? hit : undefined
  }

  function first(wire: unknown, names: ToolNames): Known {
    const content = isReference(wire) ? contentOf(wire) : undefined
    const one = { message: decode(wire as Json, names), content, length: lengthOf(content) }
    if (isReference(wire)) known.set(wire, one)
    return one
  }
}

function sameStart(wires: readonly unknown[], last: Listed, settled: number): number {
  const limit = Math.min(settled, last.wires.length)
  let same = 0
  for (; same < limit; same++) {
    const wire = wires[same]
    const one = last.known[same]
    if (wire !== last.wires[same] || !one || !isAsKnown(wire, one)) break
  }
  return same
}

function isAsKnown(wire: unknown, { content, length }: Known): boolean {
  const now = isReference(wire) ? contentOf(wire) : undefined
  return now === content && lengthOf(now) === length
}

function above(own: ToolNames, below: ReadonlyMap<string, string>): ToolNames {
  return { get: (id) => own.get(id) ?? below.get(id), set: (id, tool) => own.set(id, tool) }
}

function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function contentOf(wire: object): unknown {
  return (wire as { content?: unknown }).content
}

function lengthOf(content: unknown): number {
  return Array.isArray(content) ? content.length : 0
}

/** Every message is the caller's own, in its own place: there is nothing to write. */
export function isUntouched(rendered: readonly RenderedMessage[], sources: readonly unknown[]): boolean {
  return rendered.length === sources.length && rendered.every((message, index) => message.source === index)
}

/** The field a block keeps its residue in; nothing for none. */
export function kept(residue: Residue | undefined): { wire?: Residue & JsonObject } {
  return residue && Object.keys(residue).length > 0 ? { wire: residue } : {}
}
