import { defined, isList, isObject, stringOf, sumOf, type Json, type JsonObject } from '../../model/json.ts'
import type { Billed } from '../../model/entry.ts'
import type { Block, Message, OpaqueBlock, TextBlock, ToolResultBlock, MediaBlock } from '../../model/message.ts'
import type { ToolCallBlock } from '../../model/message.ts'
import { joinParts, type Layout } from './layout.ts'

export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

export function opaque(wire: Json, purpose: OpaqueBlock['purpose'] = 'other'): OpaqueBlock {
  return { type: 'opaque', purpose, wire }
}

/**
 * What a wire object has beyond its canonical form. `shape`: the object with its slots blanked; `cache`: its cache marker
 * and the place of that key; `inside`: the same for objects in it.
 */
export type Residue = {
  readonly shape?: JsonObject
  readonly cache?: { readonly at: number; readonly value: Json }
  readonly inside?: { readonly [key: string]: Residue & JsonObject }
}
/** Keys whose values come from the block; an object value has its own slots. */
export type Slots = readonly (string | readonly [key: string, slots: Slots])[]

const MARKERS = ['cache_control', 'prompt_cache_breakpoint']

export function residueOf(wire: JsonObject, canonical: JsonObject, slots: Slots): Residue | undefined {
  const names = slots.map(nameOf)
  const insideOf = (slot: Slots[number]): Residue | undefined => {
    if (typeof slot === 'string') return undefined
    const [key, own] = slot
    const [before, now] = [wire[key], canonical[key]]
    return isObject(before) && isObject(now) ? residueOf(before, now, own) : undefined
  }
  // Nearly every wire object is in its canonical form, which has no marker.
  if (isSame(wire, canonical, names) && !slots.some(insideOf)) return undefined
  const keys = Object.keys(wire)
  const at = keys.findIndex((key) => MARKERS.includes(key))
  const marker = keys[at]
  const shape = blankSlots(wire, names, marker)
  const inside = slots.flatMap((slot): [string, Residue][] => {
    const residue = insideOf(slot)
    return residue ? [[nameOf(slot), residue]] : []
  })
  return fillSlots(
    defined<Residue>({
      shape: isSame(shape, canonical, names) ? undefined : shape,
      cache: marker === undefined ? undefined : { at, value: { [marker]: wire[marker] ?? null } },
      inside: inside.length > 0 ? Object.fromEntries(inside) : undefined,
    }),
  )
}

/** The wire object again: the canonical form, put into the remembered shape. Slots that lost their value are left out. */
export function rebuildWire(given: JsonObject, residue: Residue | undefined, slots: Slots): JsonObject {
  if (!residue) return given
  const { shape, cache, inside } = residue
  const names = slots.map(nameOf)
  const canonical = inside ? { ...given, ...rebuiltInside(given, inside, slots) } : given
  let entries = Object.entries(canonical)
  if (shape) {
    const kept = Object.entries(shape).flatMap(([key, value]): [string, Json][] => {
      if (names.includes(key) && key in canonical) return [[key, canonical[key] ?? null]]
      return names.includes(key) && value !== null ? [] : [[key, value]]
    })
    entries = [...kept, ...entries.filter(([key]) => names.includes(key) && !Object.hasOwn(shape, key))]
  }
  if (cache && isObject(cache.value)) entries.splice(cache.at, 0, ...Object.entries(cache.value))
  return Object.fromEntries(entries)
}

function rebuiltInside(canonical: JsonObject, inside: NonNullable<Residue['inside']>, slots: Slots): JsonObject {
  const objects = slots.flatMap((slot): [string, Json][] => {
    const value = typeof slot === 'string' ? undefined : canonical[slot[0]]
    return typeof slot !== 'string' && isObject(value) ? [[slot[0], rebuildWire(value, inside[slot[0]], slot[1])]] : []
  })
  return Object.fromEntries(objects)
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each codec names what it stored
export function asResidue<T extends Residue>(wire: Json | undefined): T | undefined {
  return isObject(wire) ? (wire as T) : undefined
}

/** The field a block or message keeps its residue in; nothing for none. */
export function wireField(residue: object | undefined): { wire?: JsonObject } {
  return fillSlots(residue) ? { wire: residue as JsonObject } : {}
}

/** How blocks of one kind are written. What a wire has besides is kept with its block, and written again with it. */
export type Form<B> = {
  /** `more`: facts the canonical form depends on, kept with the rest. */
  readonly read: (wire: JsonObject, block: B, more?: object) => B
  readonly write: (block: B) => JsonObject
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each form names what it keeps
export function formOf<B extends { readonly wire?: Json }, R extends Residue = Residue>(
  slots: Slots,
  canonical: (block: B, residue: R | undefined) => JsonObject,
): Form<B> {
  return {
    read: (wire, block, more = {}) => ({
      ...block,
      ...wireField({ ...residueOf(wire, canonical(block, more as R), slots), ...more }),
    }),
    write(block) {
      const residue = asResidue<R>(block.wire)
      return rebuildWire(canonical(block, residue), residue, slots)
    },
  }
}

export function decodeText(wire: JsonObject, type: string): TextBlock | undefined {
  const text = wire['text']
  if (typeof text !== 'string') return undefined
  return { type: 'text', text, ...wireField(residueOf(wire, { type, text }, ['text'])) }
}

/** A writer of text parts that name their type. */
export function textPartOf(type: string): (text: string, residue?: Residue) => JsonObject {
  return (text, residue) => rebuildWire({ type, text }, residue, ['text'])
}

type Said = Pick<ToolResultBlock, 'content' | 'attachments'> & { readonly parts?: Layout }

/** What a result says: a text, or parts as one text and attachments, and where they met. */
export function readContent(value: Json | undefined, decode: (part: Json) => Block): Said {
  if (!isList(value)) return { content: { text: stringOf(value) } }
  const { text, attachments, layout } = joinParts(value, decode)
  return { content: { text }, ...(attachments.length > 0 && { attachments }), parts: layout }
}

const MESSAGE = ['role', 'content']
/** `string`: content was a string. `content`: empty or odd content, kept while there are no blocks for it. */
type ContentResidue = Residue & { readonly string?: true; readonly content?: Json }

/** The blocks of a message whose content is a string or a list of parts, and what else the message has. */
export function readMessage(wire: JsonObject, decode: (part: Json) => Block): { blocks: Block[]; wire?: JsonObject } {
  const { content } = wire
  const isString = typeof content === 'string'
  const blocks: Block[] = isString ? [{ type: 'text', text: content }] : isList(content) ? content.map(decode) : []
  const residue: ContentResidue = {
    ...residueOf(wire, { role: null, content: null }, MESSAGE),
    ...(isString ? { string: true } : {}),
    ...(blocks.length === 0 && content !== undefined ? { content } : {}),
  }
  return { blocks, ...wireField(residue) }
}

/** None: nothing is left of it to send. */
export function writeMessage(message: Message, role: string, encode: (block: Block) => Json): JsonObject[] {
  const residue = asResidue<ContentResidue>(message.wire)
  const [first] = message.blocks
  if (first) {
    const isPlain = residue?.string && message.blocks.length === 1 && first.type === 'text'
    return [rebuildWire({ role, content: isPlain ? first.text : message.blocks.map(encode) }, residue, MESSAGE)]
  }
  if (residue?.content !== undefined) return [rebuildWire({ role, content: residue.content }, residue, MESSAGE)]
  return residue?.shape && !('content' in residue.shape) ? [rebuildWire({ role }, residue, MESSAGE)] : []
}

function nameOf(slot: Slots[number]): string {
  return typeof slot === 'string' ? slot : slot[0]
}

function fillSlots<T extends object>(value: T | undefined): T | undefined {
  return value && Object.keys(value).length > 0 ? value : undefined
}

/** Null slots stay null, so that `"refusal": null` is not taken for a refusal that was left out. */
function blankSlots(wire: JsonObject, slots: readonly string[], without?: string): JsonObject {
  return Object.fromEntries(
    Object.entries(wire).flatMap(([key, value]) =>
      key === without ? [] : [[key, slots.includes(key) && value !== null ? 0 : value]],
    ),
  )
}

function isSame(shape: JsonObject, canonical: JsonObject, slots: readonly string[]): boolean {
  const keys = Object.keys(shape)
  const expected = Object.keys(canonical)
  if (keys.length !== expected.length) return false
  return keys.every(
    (key, index) => key === expected[index] && (slots.includes(key) || sameJson(shape[key], canonical[key])),
  )
}

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

/** Where a provider says what it billed: paths such as `details.cached_tokens`. */
export type UsageFields = {
  /** All input, cached tokens included; more than one path is added up, and without the first there is no bill. */
  readonly input?: readonly string[]
  /** Input without what was cached, where the provider says that. */
  readonly uncached?: string
  readonly output: readonly string[]
  readonly cacheRead: string
  readonly cacheWrite?: string
}

export function readUsage(fields: UsageFields, usage: unknown, model?: unknown): Billed | undefined {
  const at = (path: string | undefined) => (path === undefined ? undefined : numberIn(usage, path))
  const sum = (paths: readonly string[]) => sumOf(paths, (path) => at(path) ?? 0)
  const { input = [], output, uncached } = fields
  if (at(input[0] ?? uncached) === undefined) return undefined
  const cacheRead = at(fields.cacheRead) ?? 0
  const cacheWrite = at(fields.cacheWrite) ?? 0
  return {
    input: at(uncached) ?? Math.max(0, sum(input) - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: sum(output),
    ...(typeof model === 'string' ? { model } : {}),
  }
}

/** Of details for several requests the last ones count. */
function numberIn(usage: unknown, path: string): number | undefined {
  const found = path.split('.').reduce<unknown>((value, key) => {
    const inner: Json | undefined = isObject(value) ? value[key] : undefined
    return isList(inner) ? inner.at(-1) : inner
  }, usage)
  return typeof found === 'number' ? found : undefined
}

type Writers<J> = {
  text(text: string, residue?: Residue): J
  call(block: ToolCallBlock): J
  result(block: ToolResultBlock): J
  media(block: MediaBlock): J
}

/** Writes a block of any kind as a part of a message; what is opaque is on the wire as it came. */
export function blockWriter<J>(write: Writers<J>): (block: Block) => J | Json {
  return (block) => {
    switch (block.type) {
      case 'text':
        return write.text(block.text, asResidue(block.wire))
      case 'tool-call':
        return write.call(block)
      case 'tool-result':
        return write.result(block)
      case 'media':
        return write.media(block)
      case 'opaque':
        return block.wire
    }
  }
}
