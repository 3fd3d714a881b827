import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder of the test file's own, removed when its tests are done. */
export function temporary(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'daypack-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
