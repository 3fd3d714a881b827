import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of real data for tests, which is not part of the repository: DAYPACK_DATA, or `shared/data` beside or above us. */
export function sharedData(): string | undefined {
  const given = process.env['DAYPACK_DATA']
  if (given) return existsSync(given) ? given : undefined
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'shared', 'data')
    if (existsSync(candidate)) return candidate
    if (folder === path.dirname(folder)) return undefined
  }
}

/** Why tests that need it are skipped. */
export const NO_DATA = 'the shared data is not here (set DAYPACK_DATA)'
