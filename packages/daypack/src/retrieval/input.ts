import { isObject } from '../model/json.ts'

export function objectIn(input: unknown): Record<string, unknown> {
  return isObject(input) ? input : {}
}

export function textIn(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function numberIn(fields: Record<string, unknown>, name: string): number | undefined {
  const value = fields[name]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined
}
