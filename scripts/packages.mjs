// The packages of this repository, found by listing the workspaces, those that others need first.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup.mjs'

/**
 * @typedef {{ name: string, version: string, private?: boolean, scripts?: Record<string, string>, repository?: { url?: string },
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   bin?: Record<string, string>, exports?: unknown }} Manifest
 * @typedef {{ folder: string, manifest: Manifest }} Package folder: below the root, with slashes
 */

/** @returns {Package[]} */
export function workspaces() {
  const { workspaces: patterns } = read('package.json')
  const found = patterns
    .flatMap(foldersOf)
    .map((/** @type {string} */ folder) => ({ folder, manifest: read(`${folder}/package.json`) }))
  /** @type {Package[]} */
  const sorted = []
  for (const each of found) place(each)
  return sorted

  /** @param {Package} each */
  function place(each, /** @type {Package[]} */ above = []) {
    if (sorted.includes(each) || above.includes(each)) return
    const needed = {
      ...each.manifest.dependencies,
      ...each.manifest.devDependencies,
      ...each.manifest.peerDependencies,
    }
    for (const other of found) if (needed[other.manifest.name]) place(other, [...above, each])
    sorted.push(each)
  }
}

/** No glob: the Node that runs `npm pack` in a fresh clone may be 20. @param {string} pattern */
function foldersOf(pattern) {
  const parent = pattern.replace(/\/\*$/, '')
  const folders =
    parent === pattern ? [pattern] : readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`)
  return folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).sort()
}

/** @param {string} file */
function read(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'))
}

/** What goes to npm. @returns {Package[]} */
export const published = () => workspaces().filter(({ manifest }) => manifest.private !== true)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { folder, manifest } of published()) console.log(folder, manifest.name, manifest.version)
