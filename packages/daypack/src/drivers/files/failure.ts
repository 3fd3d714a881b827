import { DaypackError, isDaypackError, type ErrorCode } from '../../model/errors.ts'
import { errno } from './vfs.ts'

export async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failure(what, error)
  }
}

export function failure(what: string, error: unknown): DaypackError {
  if (isDaypackError(error)) return error
  const cause = errno(error)
  const [code, advice] = codeAndAdvice(cause)
  return new DaypackError(code, `${what} failed${cause === undefined ? '' : ` (${cause})`}. ${advice}`, {
    cause: error,
    details: { errno: cause },
  })
}

export function shortWrite(written: number, wanted: number): DaypackError {
  return new DaypackError(
    'disk-full',
    `Only ${written} of ${wanted} bytes could be written. What was stored before is untouched; free some space.`,
    { details: { written, wanted } },
  )
}

function codeAndAdvice(code: string | undefined): [ErrorCode, string] {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return ['disk-full', 'What was stored before is untouched; free some space.']
    case 'ELOOP':
    case 'ENOTDIR':
      return ['unsafe-path', 'A symlink or a foreign file is where the workspace keeps its own; remove it.']
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return ['io', "This user can't write to the workspace."]
    case 'EMFILE':
    case 'ENFILE':
      return ['io', 'Too many files are open; raise the limit or close some.']
    case undefined:
    default:
      return ['io', 'What was stored before is untouched; check the disk, then try again.']
  }
}
