// An empty project, the programs to try it with, and a list of what held.
import { execFile } from 'node:child_process'
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

/** Most of the time is waiting for the registry: a few at once. */
const AT_ONCE = 4
let running = 0
/** @type {(() => void)[]} */
const waiting = []

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ran>}
 */
export async function run(program, args, cwd, env) {
  if (running >= AT_ONCE) await new Promise((resolve) => waiting.push(() => resolve(undefined)))
  running++
  try {
    return await new Promise((resolve) => {
      const options = { cwd, env, encoding: 'utf8', timeout: 300_000, maxBuffer: 64 * 1024 * 1024 }
      execFile(program, [...args], options, (error, out, err) => {
        const code = error ? (typeof error.code === 'number' ? error.code : null) : 0
        resolve({ code, out: String(out), err: String(err) || (error?.message ?? '') })
      })
    })
  } finally {
    running--
    waiting.shift()?.()
  }
}

/**
 * @param {string} work
 * @param {string} name
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its folder
 */
export async function emptyProject(work, name, packages, env) {
  const folder = path.join(work, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  const { code, out, err } = await run(
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
export async function program(name, bin, env) {
  const folder = path.join(CACHE, name.replaceAll(/[@/]/g, '_'))
  const file = path.join(folder, 'node_modules', bin)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['install', '--no-fund', '--no-audit', '--min-release-age=0', '--loglevel=error']
    await run('npm', [...flags, name], folder, env)
  }
  if (existsSync(file)) return file
  skip(`${name} is not to be had here`)
  return undefined
}
