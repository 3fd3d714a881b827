import type * as sqlite from 'node:sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { DaypackError, type ErrorCode } from '../../model/errors.ts'

export function openSqlite(file: string): DatabaseSync {
  return new (load().DatabaseSync)(file)
}

/** End a transaction, also where SQLite ended it by itself: not every Node we support has `isTransaction`. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec('ROLLBACK')
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

export function sqliteFailure(what: string, error: unknown): unknown {
  const { errcode = errcodeOf(error) } = error as { errcode?: number }
  if (errcode === undefined) return error
  const [code, advice] = codeAndAdvice(errcode & 0xff)
  return new DaypackError(code, `${what} failed (${(error as Error).message}). ${advice}`, {
    cause: error,
    details: { errcode },
  })
}

const FULL = 13
const CANNOT_OPEN = 14

/** What SQLite would have said of an error that came before it was asked, such as a folder that can't be made. */
function errcodeOf(error: unknown): number | undefined {
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === undefined) return undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? FULL : CANNOT_OPEN
}

function codeAndAdvice(kind: number): [ErrorCode, string] {
  switch (kind) {
    case 5:
    case 6:
      return ['locked', 'Another process is writing; try again.']
    case FULL:
      return ['disk-full', 'What was stored before is untouched; free some space.']
    case 8:
    case CANNOT_OPEN:
      return ['io', "This user can't write to the workspace."]
    default:
      return ['io', 'What was stored before is untouched; check the disk, then try again.']
  }
}

let loaded: typeof sqlite | undefined

function load(): typeof sqlite {
  loaded ??= quietly(() => process.getBuiltinModule('node:sqlite') as typeof sqlite | undefined)
  if (loaded) return loaded
  throw new DaypackError(
    'unsupported',
    `Daypack keeps its files with node:sqlite, which ${runtime()} does not have; it needs Node 22.13 or newer.`,
  )
}

/** Node 22 warns once that node:sqlite is experimental: our choice, and nothing our users can act on. */
function quietly<T>(work: () => T): T {
  const whole = Object.getOwnPropertyDescriptor(process, 'emitWarning')
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void
  process.emitWarning = (...args: unknown[]) => {
    if (!/\bSQLite\b/.test(String(args[0]))) emit(...args)
  }
  try {
    return work()
  } finally {
    if (whole) Object.defineProperty(process, 'emitWarning', whole)
  }
}

function runtime(): string {
  const { bun, deno, node } = process.versions
  return bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node ${node}`
}
