export { stringOf as textOf } from 'daypack/internal'
import type { JsonObject } from 'daypack/internal'
import type { Json } from 'daypack'

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
