// Somebody clones the repository, packs both packages and uses the tarballs in a folder of their own.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
// Not in the temporary folder: there the installed packages would be copied, here they are linked. Git ignores it.
mkdirSync(path.join(ROOT, 'release'), { recursive: true })
const work = mkdtempSync(path.join(ROOT, 'release', 'clone-'))
const clone = path.join(work, 'clone')
const project = path.join(work, 'project')
/** A careful person's own setting: it once made `npm pack` give four files and no word. */
const careful = { ...process.env, HOME: path.join(work, 'home'), npm_config_loglevel: 'error' }
const sh = (folder: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: folder, env: careful, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

beforeAll(() => {
  mkdirSync(careful.HOME, { recursive: true })
  writeFileSync(path.join(careful.HOME, '.npmrc'), 'ignore-scripts=true\n')
  // What a clone has, with the changes not committed yet; the installed packages are borrowed, which saves a minute.
  const left = /[\\/](?:node_modules|dist|coverage|release|nightly|site|\.git)$/
  for (const name of globSync('{*,.npmrc,.gitignore}', { cwd: ROOT }))
    if (!left.test(path.join(ROOT, name)))
      cpSync(path.join(ROOT, name), path.join(clone, name), { recursive: true, filter: (from) => !left.test(from) })
  for (const modules of globSync('{.,packages/*,examples}/node_modules', { cwd: ROOT }))
    execFileSync('cp', [
      process.platform === 'linux' ? '-al' : '-a',
      path.join(ROOT, modules),
      path.join(clone, modules),
    ])
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

test('G-100: the tarballs of a clean clone hold the real packages, and work where they are installed', () => {
  const packed = ['daypack', 'cli'].map((name) => {
    const folder = path.join(clone, 'packages', name)
    return path.join(folder, sh(folder, 'npm', 'pack').trim().split('\n').at(-1) ?? '')
  })
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }')
  sh(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packed)

  // The ten lines of the README, as they are printed there.
  const readme = readFileSync(path.join(clone, 'README.md'), 'utf8')
  const [, code = '', said = ''] = /```ts run\n([^]*?)```\s*```text\n([^]*?)```/.exec(readme) ?? []
  writeFileSync(path.join(project, 'ten.mjs'), code)
  expect(sh(project, process.execPath, 'ten.mjs')).toBe(said)

  const command = path.join(project, 'node_modules', 'daypack-cli', 'dist', 'main.js')
  expect(sh(project, process.execPath, command, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(sh(project, process.execPath, command, 'tour')).toContain('Daypack')
})

test('G-100: what can not be built is not packed, and says so', () => {
  const folder = path.join(clone, 'packages', 'daypack')
  writeFileSync(path.join(folder, 'src', 'index.ts'), "export { nothing } from './nowhere.ts'\n")
  expect(() => sh(folder, 'npm', 'pack')).toThrow(/Nothing was packed: packages\/daypack could not be built/)
})
