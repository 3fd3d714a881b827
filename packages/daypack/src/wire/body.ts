import type { JsonObject } from '../model/json.ts'
import { afterChar, afterComma, afterField, checkEnd, skipSpace, skipString, skipValue } from './scan.ts'

export type Body = {
  readonly request: JsonObject
  readonly source: string | Uint8Array
  text(): string
  readonly length: number
  /** Unchanged fields and list entries keep their own bytes: big integers, duplicate keys, number formats, escapes. */
  write(changed: object): string
}

/**
 * Undefined when the text, or the bytes of one, are not a JSON object. `before`: the body that came before it in the same
 * conversation; fields and entries of lists that repeat its bytes are the same objects.
 */
export function readBody(source: string | Uint8Array, before?: Body): Body | undefined {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  const primitives = new Map<string, string>()
  try {
    const request = readObject(text, before?.request ?? {}, primitives)
    return {
      request,
      source,
      text: () => text,
      length: text.length,
      write: (changed) => (changed === request ? text : writeObject(changed, request, primitives)),
    }
  } catch {
    return undefined
  }
}

function writeEntries(entries: readonly unknown[]): string {
  return entries.map((entry) => rawOf(entry) ?? JSON.stringify(entry) ?? 'null').join(',')
}

/** The bytes an object or list was read from. */
const RAW = new WeakMap<object, string>()

function rawOf(value: unknown): string | undefined {
  return isReference(value) ? RAW.get(value) : undefined
}

type Read = { readonly value: unknown; readonly to: number }

/** The last of equal keys counts, as in JSON.parse; `primitives` receives the bytes of values that are no objects. */
function readObject(text: string, before: JsonObject, primitives: Map<string, string>): JsonObject {
  const fields = new Map<string, unknown>()
  let at = afterChar(text, skipSpace(text, 0), '{')
  while (text[at] !== '}') {
    const end = skipString(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const from = afterChar(text, skipSpace(text, end), ':')
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    const { value, to } =
      readAgain(text, from, old) ?? (text[from] === '[' ? readList(text, from, old) : read(text, from))
    fields.set(key, value)
    if (!isReference(value)) primitives.set(key, copyOf(text, from, to))
    at = afterField(text, skipSpace(text, to))
  }
  checkEnd(text, at + 1)
  return Object.fromEntries(fields) as JsonObject
}

function readList(text: string, from: number, old: unknown): Read {
  const before: readonly unknown[] = Array.isArray(old) ? old : []
  const known = knownStart(text, from, before)
  const value = known === undefined ? [] : [...before]
  const unread: { readonly index: number; readonly raw: string }[] = []
  let at = known ?? skipSpace(text, from + 1)
  while (text[at] !== ']') {
    const again = readAgain(text, at, before[value.length])
    const to = again?.to ?? skipValue(text, at)
    if (!again) unread.push({ index: value.length, raw: copyOf(text, at, to) })
    value.push(again?.value)
    at = afterComma(text, skipSpace(text, to))
  }
  // Held as long as its body, which holds the text: no copy.
  const raw = text.slice(from, at + 1)
  // Parsed together: one call for each costs many times as much.
  const isNew = value.length > 0 && unread.length === value.length
  const parsed = JSON.parse(isNew ? raw : `[${unread.map((one) => one.raw).join(',')}]`) as unknown[]
  for (const [n, one] of unread.entries()) {
    const entry = (value[one.index] = parsed[n])
    if (isReference(entry)) RAW.set(entry, one.raw)
  }
  RAW.set(value, raw)
  return { value, to: at + 1 }
}

/** Where the entries behind those of `before` begin: most lists only grow, and one look at all of their bytes is enough. */
function knownStart(text: string, from: number, before: readonly unknown[]): number | undefined {
  const raw = before.length > 0 ? rawOf(before) : undefined
  if (raw === undefined || !text.startsWith(raw.slice(0, -1), from)) return undefined
  const at = skipSpace(text, from + raw.length - 1)
  // A number may go on behind its old end.
  return text[at] === ',' ? afterComma(text, at) : undefined
}

/** The bytes of an object end where it does, so text that starts with them holds that object. */
function readAgain(text: string, from: number, old: unknown): Read | undefined {
  const raw = rawOf(old)
  return raw !== undefined && text.startsWith(raw, from) ? { value: old, to: from + raw.length } : undefined
}

function read(text: string, from: number): Read {
  const to = skipValue(text, from)
  const raw = copyOf(text, from, to)
  const value = JSON.parse(raw) as unknown
  if (isReference(value)) RAW.set(value, raw)
  return { value, to }
}

/** A mere slice would keep all of the text it was cut from. */
function copyOf(text: string, from: number, to: number): string {
  return ` ${text.slice(from, to)}`.slice(1)
}

function writeObject(changed: object, request: JsonObject, primitives: ReadonlyMap<string, string>): string {
  const written = Object.entries(changed).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    const own = Object.hasOwn(request, key) && request[key] === value ? primitives.get(key) : undefined
    return [`${JSON.stringify(key)}:${own ?? writeValue(value)}`]
  })
  return `{${written.join(',')}}`
}

function writeValue(value: unknown): string {
  return rawOf(value) ?? (Array.isArray(value) ? `[${writeEntries(value)}]` : JSON.stringify(value))
}

function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
