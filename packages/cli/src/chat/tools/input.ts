// Input of a tool call, taken as it comes: models send numbers as texts and other names for the same.
export { fieldsOf } from '../../config/fields.ts'

export const TEXT = { type: 'string' }
export const COUNT = { type: 'integer', minimum: 1 }

export function inputOf(properties: Readonly<Record<string, object>>, required?: readonly string[]): object {
  return { type: 'object', properties, ...(required && { required }) }
}

export function textAt(fields: Record<string, unknown>, ...names: string[]): string | undefined {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name]
  return undefined
}

export function numberAt(fields: Record<string, unknown>, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = fields[name]
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return Math.trunc(number)
  }
  return undefined
}

export function needed(fields: Record<string, unknown>, ...names: string[]): string {
  const text = textAt(fields, ...names)
  if (text === undefined) throw new Error(`${names[0]} is missing.`)
  return text
}
