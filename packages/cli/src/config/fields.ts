import { readPlainFile } from './plain-file.ts'

type Fields = Record<string, unknown>
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** So that what is not set hides nothing below it. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

/** Of another program's file: undefined where it cannot be read. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readPlainFile(file))
  } catch {
    return undefined
  }
}
