// Somebody clones the repository, packs both packages and uses the tarballs in a folder of their own.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanClone, type CleanClone } from './clean-clone.ts'

let at: CleanClone
beforeAll(() => void (at = cleanClone()))
afterAll(() => at.remove())

test('G-100: the tarballs of a clean clone hold the real packages, and work where they are installed', () => {
  at.install()

  // The ten lines of the README, as they are printed there.
  const readme = readFileSync(path.join(at.clone, 'README.md'), 'utf8')
  const [, code = '', said = ''] = /```ts run\n([^]*?)```\s*```text\n([^]*?)```/.exec(readme) ?? []
  writeFileSync(path.join(at.project, 'ten.mjs'), code)
  expect(at.sh(at.project, process.execPath, 'ten.mjs')).toBe(said)

  const command = path.join(at.project, 'node_modules', 'daypack-cli', 'dist', 'main.js')
  expect(at.sh(at.project, process.execPath, command, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(at.sh(at.project, process.execPath, command, 'tour')).toContain('Daypack')
})

test('G-100: what can not be built is not packed, and says so', () => {
  const folder = path.join(at.clone, 'packages', 'daypack')
  writeFileSync(path.join(folder, 'src', 'index.ts'), "export { nothing } from './nowhere.ts'\n")
  expect(() => at.sh(folder, 'npm', 'pack')).toThrow(/Nothing was packed: packages\/daypack could not be built/)
})
