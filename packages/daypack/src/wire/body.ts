import type { JsonObject } from '../model/json.ts'
import { isList, rawEntries, readField, sameBytes, sameStart, withNewEnd, afterChar, afterField } from './field.ts'
import { checkEnd, skipSpace, skipString } from './field.ts'
import type { Field } from './field.ts'

export type Body = {
  readonly id: symbol
  /** The body whose bytes these are, but for the end of one of its lists. */
  readonly continues?: Continued
  readonly request: JsonObject
  readonly source: Uint8Array
  /** In bytes. */
  readonly length: number
  text(): string
  /** Unchanged fields and list entries keep their own bytes: big integers, duplicate keys, number formats, escapes. */
  write(changed: object): string
}

/** `kept`: how many entries of that list are the same objects in both. */
export type Continued = { readonly id: symbol; readonly kept: number }

type Fields = ReadonlyMap<string, Field>

const FIELDS = new WeakMap<Body, Fields>()

/**
 * Undefined when the text, or the bytes of one, are not a JSON object. `before`: the body that came before it in the same
 * conversation; fields and entries of lists that repeat its bytes are the same objects.
 */
export function readBody(source: string | Uint8Array, before?: Body): Body | undefined {
  const bytes = bytesOf(source)
  const old = before && FIELDS.get(before)
  try {
    const continued = before && old && readContinued(bytes, before.source, old)
    if (!continued) return bodyOf(bytes, readWhole(bytes, old))
    return bodyOf(bytes, continued.fields, { id: before.id, kept: continued.kept })
  } catch {
    return undefined
  }
}

const BYTE_ORDER_MARK = '\u{feff}'

function bytesOf(source: string | Uint8Array): Buffer {
  const bytes =
    typeof source === 'string' ? Buffer.from(source) : Buffer.from(source.buffer, source.byteOffset, source.length)
  return bytes.toString('utf8', 0, 3) === BYTE_ORDER_MARK ? bytes.subarray(3) : bytes
}

function bodyOf(bytes: Buffer, fields: Fields, continues?: Continued): Body {
  const request = Object.fromEntries([...fields].map(([key, { value }]) => [key, value])) as JsonObject
  const text = () => bytes.toString()
  const body: Body = {
    id: Symbol('body'),
    ...(continues && { continues }),
    request,
    source: bytes,
    length: bytes.length,
    text,
    write: (changed) => (changed === request ? text() : writeObject(changed, fields)),
  }
  FIELDS.set(body, fields)
  return body
}

/** Reads what is new alone where only the end of a list differs, as in conversations; undefined: something else does. */
function readContinued(
  bytes: Buffer,
  before: Uint8Array,
  old: Fields,
): { readonly fields: Fields; readonly kept: number } | undefined {
  const same = sameStart(bytes, before)
  const more = bytes.length - before.length
  for (const [key, list] of old) {
    const end = list.to - 1
    if (!isList(list) || same <= list.from || same > end) continue
    const isEndSame = same <= end + more && sameBytes(bytes, end + more, list.bytes, end, before.length - end)
    const continued = isEndSame && withNewEnd(list, bytes, same, end + more)
    if (!continued) return undefined
    const fields = [...old].map(([name, field]): [string, Field] => {
      const by = field.from < end ? 0 : more
      return [name, name === key ? continued : { ...field, bytes, from: field.from + by, to: field.to + by }]
    })
    return { fields: new Map(fields), kept: continued.kept ?? 0 }
  }
  return undefined
}

/** The last of equal keys counts, as in JSON.parse. */
function readWhole(bytes: Buffer, old: Fields | undefined): Fields {
  // A char for each byte: places in it are places in the bytes.
  const text = bytes.toString('latin1')
  const fields = new Map<string, Field>()
  let at = afterChar(text, skipSpace(text, 0), '{')
  while (text[at] !== '}') {
    const end = skipString(text, at)
    const key = JSON.parse(bytes.toString('utf8', at, end)) as string
    const field = readField(bytes, text, afterChar(text, skipSpace(text, end), ':'), old?.get(key))
    fields.set(key, field)
    at = afterField(text, skipSpace(text, field.to))
  }
  checkEnd(text, at + 1)
  return fields
}

function writeObject(changed: object, fields: Fields): string {
  let entryOf: ReturnType<typeof rawEntries> | undefined
  const written = Object.entries(changed).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    const field = fields.get(key)
    return [`${JSON.stringify(key)}:${field?.value === value ? rawField(field) : writeValue(value)}`]
  })
  return `{${written.join(',')}}`

  function writeValue(value: unknown): string {
    if (!Array.isArray(value)) return JSON.stringify(value)
    const rawOf = (entryOf ??= rawEntries(fields.values()))
    return `[${value.map((entry) => rawOf(entry) ?? JSON.stringify(entry) ?? 'null').join(',')}]`
  }
}

function rawField({ bytes, from, to }: Field): string {
  return bytes.toString('utf8', from, to)
}
