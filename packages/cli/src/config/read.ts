import { DaypackError } from 'daypack'
import { readPlainFile } from './plain-file.ts'

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
