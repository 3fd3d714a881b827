import type { Json, JsonObject } from '../../model/json.ts'

const TAG = '$daypack'

const UNTAG: Readonly<Record<string, (text: string) => unknown>> = {
  bigint: BigInt,
  url: (text) => new URL(text),
  date: (text) => new Date(text),
  bytes: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  buffer: (text) => new Uint8Array(Buffer.from(text, 'base64')).buffer,
}

/** Values of a framework's messages as JSON: bytes, addresses and dates are tagged, `undefined` is left out. */
export function pack(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return { [TAG]: 'bigint', value: String(value) }
  if (typeof value !== 'object') return typeof value === 'function' ? null : (value as Json)
  if (value instanceof URL) return { [TAG]: 'url', value: value.href }
  if (value instanceof Date) return { [TAG]: 'date', value: value.toISOString() }
  if (value instanceof Uint8Array) return { [TAG]: 'bytes', value: Buffer.from(value).toString('base64') }
  if (value instanceof ArrayBuffer) return { [TAG]: 'buffer', value: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return value.map(pack)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]): [string, Json][] =>
      field === undefined ? [] : [[key, pack(field)]],
    ),
  )
}

export function unpack(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpack)
  const object = value as JsonObject
  const { [TAG]: tag, value: text } = object
  if (typeof text === 'string' && typeof tag === 'string' && Object.hasOwn(UNTAG, tag)) return UNTAG[tag]?.(text)
  return Object.fromEntries(Object.entries(object).map(([key, field]) => [key, unpack(field)]))
}
