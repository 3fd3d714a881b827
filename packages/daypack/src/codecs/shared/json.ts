import { isList, isObject, type Json } from '../../model/json.ts'

export { isList, isObject }

/** Equal as JSON text, key order included. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

export function stringAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}

/** JSON text of the parts of a request that are sent besides the conversation, in a fixed order. */
export function extraText(request: object, keys: readonly string[]): string | undefined {
  const found = keys.flatMap((key) => {
    const value = (request as Record<string, unknown>)[key]
    return value === undefined || value === null ? [] : [JSON.stringify(value)]
  })
  return found.length === 0 ? undefined : found.join('\n')
}

/** A copy with only the values that are there. */
export function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

/** What SDKs put into a response they parsed for the caller; unknown to the provider when it is sent back. */
const PARSED = ['parsed', 'parsed_arguments']

/** The object without what the SDK added, in it and in the lists and objects named. */
export function unparsed(wire: Json, inside: readonly string[]): Json {
  if (isList(wire)) return wire.map((part) => unparsed(part, inside))
  if (!isObject(wire)) return wire
  const entries = Object.entries(wire).filter(([key]) => !PARSED.includes(key))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, inside.includes(key) ? unparsed(value, inside) : value]),
  )
}
