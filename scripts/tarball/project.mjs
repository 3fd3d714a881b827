// An empty project, the programs to try it with, and a list of what held.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../setup.mjs'

/** @typedef {{ code: number | null, out: string, err: string }} Ran */

/** @type {{ what: string, ok: boolean }[]} */
const results = []
/** @type {string[]} */
const skipped = []

/**
 * @param {string} what
 * @param {boolean} ok
 * @param {string} [why] shown when it does not hold
 */
export function check(what, ok, why = '') {
  results.push({ what, ok })
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}${ok || !why ? '' : `\n${why.replaceAll(/^/gm, '      ')}`}`)
}

/** @param {string} what */
export function skip(what) {
  skipped.push(what)
  console.log(`skip  ${what}`)
}

/** @returns {number} the exit code */
export function report() {
  const failed = results.filter(({ ok }) => !ok)
  console.log(
    `${results.length - failed.length} held, ${failed.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
  )
  return failed.length > 0 ? 1 : 0
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Ran}
 */
export function run(program, args, cwd, env) {
  const ran = spawnSync(program, [...args], { cwd, env, encoding: 'utf8', timeout: 180_000 })
  return { code: ran.status, out: ran.stdout ?? '', err: ran.stderr || String(ran.error ?? '') }
}

/**
 * @param {string} work
 * @param {string} name
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} its folder
 */
export function emptyProject(work, name, packages, env) {
  const folder = path.join(work, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  const { code, out, err } = run(
    'npm',
    ['install', '--no-fund', '--no-audit', '--loglevel=error', ...packages],
    folder,
    env,
  )
  check(`npm install in an empty project (${name})`, code === 0, out + err)
  return folder
}

/** The ten lines of the README that npm shows, with a client that answers. */
export function tenLines() {
  const readme = readFileSync(path.join(root, 'packages', 'daypack', 'README.md'), 'utf8')
  const code = [...readme.matchAll(/```ts\n([^]*?)```/g)]
    .map((match) => match[1] ?? '')
    .find((each) => each.includes('createDaypack('))
  if (!code) throw new Error('The README has no ```ts block that calls createDaypack.')
  const imports = code.split('\n').filter((line) => line.startsWith('import '))
  const rest = code.split('\n').filter((line) => !line.startsWith('import '))
  return { imports, rest: rest.join('\n') }
}

const CACHE = path.join(tmpdir(), 'daypack-runtimes')

/**
 * A program from npm, kept for the next time; undefined where it can't be had.
 * @param {string} name
 * @param {string} bin below node_modules
 * @param {NodeJS.ProcessEnv} env
 */
export function program(name, bin, env) {
  const folder = path.join(CACHE, name.replaceAll(/[@/]/g, '_'))
  const file = path.join(folder, 'node_modules', bin)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    run('npm', ['install', '--no-fund', '--no-audit', '--min-release-age=0', '--loglevel=error', name], folder, env)
  }
  if (existsSync(file)) return file
  skip(`${name} is not to be had here`)
  return undefined
}
