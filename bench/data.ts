// The real sessions: DAYPACK_DATA, or the first shared/data found beside or above the repository.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { sharedData } from '../packages/daypack/test/shared-data.ts'

export const data = found()

function found(): string {
  const folder = sharedData()
  if (folder !== undefined && existsSync(path.join(folder, 'trajectories'))) return folder
  console.error('No data found: set DAYPACK_DATA to a folder with trajectories/.')
  process.exit(1)
}
