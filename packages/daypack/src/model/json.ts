/** Any JSON value. Data in the log is JSON and nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** Millis since the epoch, UTC. The clock is always an argument. */
export type Millis = number
/** Tokens of the model's input, estimated unless said otherwise. */
export type Tokens = number

export type Awaitable<T> = T | Promise<T>

/** Two figures that both limit a request: tokens for the window, bytes for the request body. */
export type Size = { readonly tokens: Tokens; readonly bytes: number }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function stringAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}

export function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

export function objectIn(text: string): JsonObject | undefined {
  const value = parsedJson(text)
  return isObject(value) ? value : undefined
}

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function sumOf<T>(list: readonly T[], amount: (one: T, index: number) => number): number {
  let total = 0
  for (const [index, one] of list.entries()) total += amount(one, index)
  return total
}
