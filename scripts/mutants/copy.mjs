// A copy of the checkout in which one file at a time is broken.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../setup.mjs'

/** @typedef {{ file: string, find: string, replace: string, why: string }} Mutant */

/** The working tree without what git ignores, as links: only the broken file is ever written. */
export function copyOfCheckout() {
  const to = mkdtempSync(path.join(tmpdir(), 'daypack-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    link(path.join(root, file), path.join(to, file))
  }
  for (const modules of globSync('{.,packages/*,examples,bench,lab}/node_modules', { cwd: root }))
    execFileSync('cp', [process.platform === 'linux' ? '-al' : '-a', path.join(root, modules), path.join(to, modules)])
  return to
}

/**
 * @param {string} from
 * @param {string} to
 */
function link(from, to) {
  try {
    linkSync(from, to)
  } catch {
    writeFileSync(to, readFileSync(from)) // another file system
  }
}

/**
 * What `look` sees while the mutant is in place; a sentence where the text to break does not stand once in its file.
 *
 * @template T
 * @param {string} copy
 * @param {Mutant} mutant
 * @param {() => T | Promise<T>} look
 * @returns {Promise<T | string>}
 */
export async function inBrokenProduct(copy, mutant, look) {
  const file = path.join(copy, mutant.file)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = text.split(mutant.find).length - 1
  if (found !== 1) return `the text to break is found ${found} times in ${mutant.file}`
  write(text.replace(mutant.find, () => mutant.replace))
  try {
    return await look()
  } finally {
    write(text)
  }

  /** @param {string} now */
  function write(now) {
    rmSync(file)
    writeFileSync(file, now)
  }
}
