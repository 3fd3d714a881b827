import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { DaypackError } from 'daypack'

export type Fields = Record<string, unknown>
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Sets `a.b.c`, making the groups on the way. */
export function setAt(fields: Fields, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) fields[name] = value
  else setAt((fields[name] ??= {}) as Fields, rest.join('.'), value)
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

/** Settings are short; what comes with a project may be anything. */
const MOST_BYTES = 4 * 1024 * 1024

/** The text of a plain file, without the mark some editors begin it with: a pipe would never end, a device never stop. A missing file throws as `readFileSync` does. */
export function readPlainFile(file: string): string {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new Error('it is no plain file')
    if (stats.size > MOST_BYTES) throw new Error(`it is longer than ${MOST_BYTES} bytes`)
    return readFileSync(handle, 'utf8').replace(/^\uFEFF/, '')
  } finally {
    closeSync(handle)
  }
}

/** Undefined when there is no file, or when it is the workspace's own file of the same name. */
export function readConfig(file: string): unknown {
  let text: string
  try {
    text = readPlainFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return undefined
    throw new DaypackError('bad-config', `${file} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const value: unknown = JSON.parse(text)
    return isWorkspaceFile(value) ? undefined : value
  } catch (error) {
    throw new DaypackError(
      'bad-config',
      `${file} is not JSON: ${(error as Error).message}. Fix it, or delete the file.`,
    )
  }
}

function isWorkspaceFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'workspace'
}
