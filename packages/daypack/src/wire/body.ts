import type { JsonObject } from '../model/json.ts'
import { fieldsOf, rawOf, type Fields } from './fields.ts'

export type Body = {
  readonly request: JsonObject
  /** As it came; where that was bytes, they are decoded when it is asked for. */
  text(): string
  readonly length: number
  /** Unchanged fields and list entries keep their own bytes: big integers, duplicate keys, number formats, escapes. */
  write(changed: object): string
  /** What a later body of the same conversation says again need not be read again. */
  readonly read?: Fields
}

/**
 * Undefined when the text, or the bytes of one, are not a JSON object. `before`: the body that came before it in the same
 * conversation; fields and entries of lists that stand there with the same bytes are taken over, as the same objects.
 *
 * @example
 * import { readBody } from 'daypack'
 *
 * const body = readBody('{"model": "m", "seed": 12345678901234567890}')
 * if (body?.write({ ...body.request, model: 'n' }).includes('12345678901234567890') !== true)
 *   throw new Error('what is not changed keeps its bytes')
 */
export function readBody(source: string | Uint8Array, before?: Body): Body | undefined {
  const read = fieldsOf(source, before?.read)
  if (!read) return undefined
  const request = Object.fromEntries(read.fields.map(({ key, value }) => [key, value])) as JsonObject
  const text = read.body.text
  return {
    request,
    read,
    text,
    length: read.body.length,
    write: (changed) => (changed === request ? text() : writeObject(changed, request, read)),
  }
}

export function writeEntries(entries: readonly unknown[]): string {
  return entries.map((entry) => rawOf(entry) ?? JSON.stringify(entry) ?? 'null').join(',')
}

function writeObject(changed: object, before: JsonObject, { fields, body }: Fields): string {
  const written = Object.entries(changed).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    const isOwn = Object.hasOwn(before, key) && before[key] === value
    const own = isOwn ? fields.find((field) => field.key === key) : fields.find((field) => isSameList(field, value))
    const text = own ? (own.raw ?? body.text().slice(own.from, own.to)) : writeValue(value)
    return [`${JSON.stringify(key)}:${text}`]
  })
  return `{${written.join(',')}}`
}

function isSameList({ value: own }: { readonly value: unknown }, value: unknown): boolean {
  return Array.isArray(value) && own === value
}

function writeValue(value: unknown): string {
  return rawOf(value) ?? (Array.isArray(value) ? `[${writeEntries(value)}]` : JSON.stringify(value))
}
