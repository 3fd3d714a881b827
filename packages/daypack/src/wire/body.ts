import type { JsonObject } from '../model/json.ts'

/** A request body as it came over the wire, and how to write a changed request without touching the rest. */
export type Body = {
  readonly request: JsonObject
  /**
   * The body of a request made from `request`: fields and list entries that are still the same objects are written with
   * their own bytes, so that big integers, duplicate keys, number formats and escapes survive.
   */
  write(changed: object): string
  /** What a later body of the same conversation says again need not be read again. */
  readonly read?: ReadText
}

type ReadText = { readonly text: string; readonly fields: readonly Field[] }

/**
 * Undefined when the text is not a JSON object. `before`: the body that came before it in the same conversation; fields
 * and entries of lists that stand there with the same bytes are taken over, as the same objects.
 *
 * @example
 * import { readBody } from 'daypack'
 *
 * const body = readBody('{"model": "m", "seed": 12345678901234567890}')
 * if (body?.write({ ...body.request, model: 'n' }).includes('12345678901234567890') !== true)
 *   throw new Error('what is not changed keeps its bytes')
 */
export function readBody(text: string, before?: Body): Body | undefined {
  const fields = isObjectText(text) ? fieldsOf(text, before?.read) : undefined
  if (!fields) return undefined
  const request = Object.fromEntries(fields.map(({ key, value }) => [key, value])) as JsonObject
  return {
    request,
    read: { text, fields },
    write: (changed) => (changed === request ? text : writeObject(changed, request, knownOf(text, fields))),
  }
}

function knownOf(text: string, fields: readonly Field[]): Known {
  const raw = new Map<unknown, string>()
  for (const { value, from, to, items } of fields) {
    if (isReference(value)) raw.set(value, text.slice(from, to))
    items?.values.forEach((item, index) => {
      if (isReference(item)) raw.set(item, text.slice(items.from[index], items.to[index]))
    })
  }
  return { raw, numbers: new Map(fields.map(({ key, from, to }) => [key, text.slice(from, to)])) }
}

type Known = { readonly raw: ReadonlyMap<unknown, string>; readonly numbers: ReadonlyMap<string, string> }

function writeObject(changed: object, before: JsonObject, { raw, numbers }: Known): string {
  const fields = Object.entries(changed).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    const own = Object.hasOwn(before, key) && before[key] === value ? numbers.get(key) : undefined
    return [`${JSON.stringify(key)}:${own ?? writeValue(value, raw)}`]
  })
  return `{${fields.join(',')}}`
}

function writeValue(value: unknown, raw: ReadonlyMap<unknown, string>): string {
  const known = raw.get(value)
  if (known !== undefined) return known
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => raw.get(item) ?? JSON.stringify(item) ?? 'null').join(',')}]`
  return JSON.stringify(value)
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

type Range = { readonly from: number; readonly to: number }
type Field = Range & { readonly key: string; readonly value: unknown; readonly items?: Items }
/** The entries of a list, and where each stands in the text. */
type Items = { readonly values: readonly unknown[]; readonly from: readonly number[]; readonly to: readonly number[] }

function isObjectText(text: string): boolean {
  return text[skipSpace(text, 0)] === '{'
}

/** Keys, values and where these stand; the last of equal keys counts, as in JSON.parse. Undefined for broken JSON. */
function fieldsOf(text: string, before: ReadText | undefined): Field[] | undefined {
  const fields = new Map<string, Field>()
  const same = before ? sameStart(text, before.text) : 0
  try {
    let at = skipSpace(text, text.indexOf('{') + 1)
    while (text[at] !== '}') {
      const end = skipString(text, at)
      const key = JSON.parse(text.slice(at, end)) as string
      at = skipSpace(text, end)
      if (text[at] !== ':') return undefined
      const from = skipSpace(text, at + 1)
      const old = before?.fields.find((field) => field.key === key)
      const field = fieldAt(text, { key, from, same }, old && before && { ...old, text: before.text })
      fields.set(key, field)
      at = skipSpace(text, field.to)
      if (text[at] === ',') at = skipSpace(text, at + 1)
      else if (text[at] !== '}') return undefined
    }
    return text.slice(at + 1).trim() === '' ? [...fields.values()] : undefined
  } catch {
    return undefined
  }
}

type Place = { readonly key: string; readonly from: number; readonly same: number }

/** The value that starts here; throws on broken JSON. */
function fieldAt(text: string, { key, from, same }: Place, old: (Field & { text: string }) | undefined): Field {
  if (old && isAgain(text, from, old)) {
    const { value, items } = old
    return { key, value, from, to: from + old.to - old.from, ...(items && { items: moved(items, from - old.from) }) }
  }
  if (text[from] === '[') {
    const list = listAt(text, from, old?.items && { ...old.items, text: old.text, same: old.from === from ? same : 0 })
    return { key, from, value: list.items.values, ...list }
  }
  const to = skipValue(text, from)
  return { key, from, to, value: JSON.parse(text.slice(from, to)) as unknown }
}

/** A list or an object with the same bytes as before. */
function isAgain(text: string, from: number, old: Field & { text: string }): boolean {
  const length = old.to - old.from
  return isReference(old.value) && text.slice(from, from + length) === old.text.slice(old.from, old.to)
}

function moved(items: Items, by: number): Items {
  if (by === 0) return items
  return { ...items, from: items.from.map((at) => at + by), to: items.to.map((at) => at + by) }
}

type Old = Items & { readonly text: string; readonly same: number }

/** The entries of a list and where it ends; old ones are taken over where they stand here again. */
function listAt(text: string, list: number, old: Old | undefined): { items: Items; to: number } {
  // Up to where the texts part nothing is looked at; the entry there may only begin like the old one.
  const parted = old?.to.findIndex((end) => end >= old.same) ?? 0
  const kept = parted < 0 ? (old?.to.length ?? 0) : parted
  const values = old?.values.slice(0, kept) ?? []
  const starts = old?.from.slice(0, kept) ?? []
  const ends = old?.to.slice(0, kept) ?? []
  let at = skipSpace(text, kept > 0 ? (ends[kept - 1] ?? 0) : list + 1)
  if (kept > 0) at = behindComma(text, at)
  while (text[at] !== ']') {
    const index = values.length
    const before = old?.text.slice(old.from[index] ?? 0, old.to[index] ?? 0) ?? ''
    const isOld = before !== '' && text.startsWith(before, at) && isEnd(text, at + before.length)
    const to = isOld ? at + before.length : skipValue(text, at)
    values.push(isOld ? old?.values[index] : (JSON.parse(text.slice(at, to)) as unknown))
    starts.push(at)
    ends.push(to)
    at = behindComma(text, skipSpace(text, to))
  }
  return { items: { values, from: starts, to: ends }, to: at + 1 }
}

/** Behind a comma, or at the end of the list. */
function behindComma(text: string, at: number): number {
  if (text[at] === ',') return skipSpace(text, at + 1)
  if (text[at] !== ']') throw new SyntaxError('a list is broken')
  return at
}

const CHUNK = 1 << 16

/** How long two texts are the same. */
export function sameStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length)
  let same = 0
  for (let step = CHUNK; step > 0; step = step === 1 ? 0 : Math.max(1, step >> 4)) {
    while (same < limit && a.slice(same, same + step) === b.slice(same, same + step)) same += step
  }
  return Math.min(same, limit)
}

/** Does a value end here? Else it only begins like one that is known. */
function isEnd(text: string, at: number): boolean {
  const next = text[skipSpace(text, at)]
  return next === ',' || next === ']'
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

/** Behind the closing quote. */
function skipString(text: string, from: number): number {
  if (text[from] !== '"') throw new SyntaxError('a string was expected')
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  throw new SyntaxError('a string has no end')
}

const STOPS = /["[\]{}]/g

/** Behind the value that starts here; what is inside is left to JSON.parse. */
function skipValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return skipString(text, from)
  if (first !== '{' && first !== '[') {
    const plain = /[-+.\w]+/y
    plain.lastIndex = from
    const found = plain.exec(text)
    if (!found) throw new SyntaxError('a value was expected')
    return from + found[0].length
  }
  let depth = 0
  STOPS.lastIndex = from
  for (let found = STOPS.exec(text); found; found = STOPS.exec(text)) {
    if (found[0] === '"') STOPS.lastIndex = skipString(text, found.index)
    else if (found[0] === '{' || found[0] === '[') depth++
    else if (--depth === 0) return found.index + 1
  }
  throw new SyntaxError('a value has no end')
}
