// The real sessions: DAYPACK_DATA, or the first shared/data found beside or above the repository.
import { existsSync } from 'node:fs'
import path from 'node:path'

export const data = found()

function found(): string {
  const named = process.env['DAYPACK_DATA']
  if (named) return named
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'shared', 'data')
    if (existsSync(candidate)) return candidate
    if (folder === path.dirname(folder)) {
      console.error('No data found: set DAYPACK_DATA to a folder with trajectories/entire-cli.')
      process.exit(1)
    }
  }
}
