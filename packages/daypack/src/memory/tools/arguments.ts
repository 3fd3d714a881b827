import { DaypackError } from '../../model/errors.ts'
import type { Json, JsonObject } from '../../model/json.ts'

// Models send numbers as strings and leave things out; what cannot be understood is said in a text they can act on.

export function text(input: Json, name: string): string {
  const value = field(input, name)
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new DaypackError('bad-input', `"${name}" is missing or empty; give it as a non-empty string.`)
}

export function number(input: Json, name: string, fallback: number): number {
  const value = field(input, name)
  if (value === undefined || value === null || value === '') return fallback
  const parsed = typeof value === 'string' ? Number(value.trim()) : value
  if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed
  throw new DaypackError('bad-input', `"${name}" must be a number, not ${JSON.stringify(value)}.`)
}

export function integer(input: Json, name: string, fallback: number): number {
  return Math.trunc(number(input, name, fallback))
}

export function optional(input: Json, name: string): string | undefined {
  const value = field(input, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function field(input: Json, name: string): Json | undefined {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as JsonObject)[name] : undefined
}
