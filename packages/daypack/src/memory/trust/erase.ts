import type { Json } from '../../model/json.ts'

/** Takes out of a text what is to be forgotten; the rest keeps its place, byte for byte. */
export type Erase = (text: string) => string

/** Sentence for sentence, by what somebody knows of each. */
export function eraseWhere(text: string, isGone: (sentence: string) => boolean): string {
  return text.replace(SENTENCE, (part) => (isGone(part) ? erased(part) : part))
}

/** A line, or a part of it up to the end of a sentence. */
export const SENTENCE = /[^\n]+?(?:[.!?](?=\s|$)|[。！？；]|(?=\n)|$)/g

/**
 * The same number of bytes, of UTF-16 units and of lines, and nothing to read: whatever points into the text by its place
 * still points there.
 */
export function erased(text: string): string {
  return text.replace(/[^\s]/gu, (char) => MASKS[Buffer.byteLength(char)] ?? '')
}

/** By how many bytes the character has. */
const MASKS = ['', '*', '·', '▒', '🀫']

/** Names, ids and kinds, which hold our log and the wire together. */
const STRUCTURE = new Set(
  'type kind role op id callId call_id tool_use_id tool_call_id tool name codec ref refs hash sha256 session origin by counter block purpose mediaType media_type signature'.split(
    ' ',
  ),
)
/** Where a single word is text as well. */
const TEXT = new Set(['text', 'content', 'before', 'between', 'further', 'thinking', 'why'])
/** What a model gives to a tool is text all through. */
const FREE = new Set(['input', 'arguments', 'args'])

/** Every text in a value; what is signed or carried for others (`opaque`) is left alone. The same value when nothing is meant. */
export function eraseIn<T>(value: T, erase: Erase): T {
  return inside(value as Json, erase, '') as T
}

/** Below what a model gave to a tool. */
const ANYWHERE = '*'

function inside(value: Json, erase: Erase, key: string): Json {
  if (typeof value === 'string') return isText(value, key) ? erase(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => inside(item, erase, key))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const fields = value as { readonly [key: string]: Json }
  const free = FREE.has(key) || key === ANYWHERE
  if (!free && fields['type'] === 'opaque') return value
  let changed = false
  const made = Object.entries(fields).map(([name, field]): [string, Json] => {
    const next = inside(field, erase, free ? ANYWHERE : name)
    changed ||= next !== field
    return [name, next]
  })
  return changed ? Object.fromEntries(made) : value
}

/** A word by itself is more likely one of the wire than one of a person, except where texts stand. */
function isText(value: string, key: string): boolean {
  return !STRUCTURE.has(key) && (key === ANYWHERE || TEXT.has(key) || FREE.has(key) || !/^[!-~]*$/.test(value))
}
