import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A clone of this repository, and an empty project beside it. */
export type CleanClone = ReturnType<typeof cleanClone>

export function cleanClone() {
  // Not in the temporary folder: there the installed packages would be copied, here they are linked. Git ignores it.
  mkdirSync(path.join(ROOT, 'release'), { recursive: true })
  const work = mkdtempSync(path.join(ROOT, 'release', 'clone-'))
  const [clone, project, home] = ['clone', 'project', 'home'].map((name) => path.join(work, name)) as [
    string,
    string,
    string,
  ]
  // `ignore-scripts`: a careful person's own setting. It once made `npm pack` give four files and no word.
  mkdirSync(home)
  writeFileSync(path.join(home, '.npmrc'), 'ignore-scripts=true\n')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }')
  // What a clone has, with the changes not committed yet; the installed packages are borrowed, which saves a minute.
  const left = /[\\/](?:node_modules|dist|coverage|release|nightly|site|\.git)$/
  for (const name of globSync('{*,.npmrc,.gitignore}', { cwd: ROOT }))
    if (!left.test(path.join(ROOT, name)))
      cpSync(path.join(ROOT, name), path.join(clone, name), { recursive: true, filter: (from) => !left.test(from) })
  const copy = process.platform === 'linux' ? '-al' : '-a'
  for (const modules of globSync('{.,packages/*,examples}/node_modules', { cwd: ROOT }))
    execFileSync('cp', [copy, path.join(ROOT, modules), path.join(clone, modules)])

  const env = { ...process.env, HOME: home, npm_config_loglevel: 'error' }
  const sh = (folder: string, program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    clone,
    project,
    home,
    sh,
    /** The command and what it is made of, packed here and installed in the project. */
    install(): void {
      const packed = ['daypack', 'daypack-gateway', 'cli'].map((name) => {
        const folder = path.join(clone, 'packages', name)
        return path.join(folder, sh(folder, 'npm', 'pack').trim().split('\n').at(-1) ?? '')
      })
      sh(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packed)
    },
    remove: () => rmSync(work, { recursive: true, force: true }),
  }
}
