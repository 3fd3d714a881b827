import type { JsonObject } from '../model/json.ts'

/** A request body as it came over the wire, and how to write a changed request without touching the rest. */
export type Body = {
  readonly request: JsonObject
  /**
   * The body of a request made from `request`: fields and list entries that are still the same objects are written with
   * their own bytes, so that big integers, duplicate keys, number formats and escapes survive.
   */
  write(changed: object): string
  /** The entries of its lists, by field: what a later body says again need not be read again. */
  readonly lists: ReadonlyMap<string, readonly Item[]>
}

type Item = { readonly value: unknown; readonly text: string }

/**
 * Undefined when the text is not a JSON object. `before`: the body that came before it in the same conversation; entries
 * of its lists that stand in the same place with the same bytes are taken over, as the same objects.
 */
export function readBody(text: string, before?: Body): Body | undefined {
  const fields = isObjectText(text) ? fieldsOf(text, before) : undefined
  if (!fields) return undefined
  const raw = new Map<unknown, string>()
  const entries: [string, unknown][] = []
  try {
    for (const { key, from, to, items } of fields) {
      const slice = text.slice(from, to)
      for (const item of items ?? []) if (isReference(item.value)) raw.set(item.value, item.text)
      const value = items ? items.map((item) => item.value) : (JSON.parse(slice) as unknown)
      entries.push([key, value])
      if (isReference(value)) raw.set(value, slice)
    }
  } catch {
    return undefined
  }
  const request = Object.fromEntries(entries) as JsonObject
  const numbers = new Map(fields.map(({ key, from, to }) => [key, text.slice(from, to)]))
  return {
    request,
    lists: new Map(fields.flatMap(({ key, items }) => (items ? [[key, items]] : []))),
    write: (changed) => (changed === request ? text : writeObject(changed, request, { raw, numbers })),
  }
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
type Field = Range & { readonly key: string; readonly items?: readonly Item[] }

function isObjectText(text: string): boolean {
  return text[skipSpace(text, 0)] === '{'
}

/** Keys and the ranges of their values; the last of equal keys counts, as in JSON.parse. Throws on broken JSON. */
function fieldsOf(text: string, before: Body | undefined): Field[] | undefined {
  const fields = new Map<string, Field>()
  try {
    let at = skipSpace(text, text.indexOf('{') + 1)
    while (text[at] !== '}') {
      const end = skipString(text, at)
      const key = JSON.parse(text.slice(at, end)) as string
      at = skipSpace(text, end)
      if (text[at] !== ':') return undefined
      const from = skipSpace(text, at + 1)
      const list = text[from] === '[' ? listAt(text, from, before?.lists.get(key) ?? []) : undefined
      const to = list?.to ?? skipValue(text, from)
      fields.set(key, { key, from, to, ...(list && { items: list.items }) })
      at = skipSpace(text, to)
      if (text[at] === ',') at = skipSpace(text, at + 1)
      else if (text[at] !== '}') return undefined
    }
    return text.slice(at + 1).trim() === '' ? [...fields.values()] : undefined
  } catch {
    return undefined
  }
}

/** The entries of a list and where it ends; `known` are taken over where they stand here again. */
function listAt(text: string, list: number, known: readonly Item[]): { items: Item[]; to: number } {
  const items: Item[] = []
  let at = skipSpace(text, list + 1)
  while (text[at] !== ']') {
    const again = known[items.length]
    const isAgain = again !== undefined && text.startsWith(again.text, at) && isEnd(text, at + again.text.length)
    const to = isAgain ? at + again.text.length : skipValue(text, at)
    if (isAgain) items.push(again)
    else {
      const slice = text.slice(at, to)
      items.push({ value: JSON.parse(slice) as unknown, text: slice })
    }
    at = skipSpace(text, to)
    if (text[at] === ',') at = skipSpace(text, at + 1)
    else if (text[at] !== ']') throw new SyntaxError('a list is broken')
  }
  return { items, to: at + 1 }
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
