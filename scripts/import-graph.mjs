// The import graph of packages/daypack/src, folder by folder: which folders import each other in a circle, and a picture.
// `node scripts/import-graph.mjs` prints figures and cycles, `--mermaid` the picture; `--root <folder>` looks at another work tree.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ from: string, to: string, isType: boolean }} Arrow */

/**
 * Every import between files of a folder, as paths relative to it.
 * @param {string} src
 * @returns {Arrow[]}
 */
export function fileArrows(src) {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return files.flatMap((from) => {
    const code = readFileSync(path.join(src, from), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    const statements =
      /^\s*(?:import|export)\b([^'"`;()]*?)\bfrom\s*['"](\.[^'"\n]+)['"]|\bimport\(\s*['"](\.[^'"\n]+)['"]/gm
    return [...code.matchAll(statements)].map(([, what = '', target, lazy]) => ({
      from,
      to: path.posix.normalize(path.posix.join(path.posix.dirname(from), target ?? lazy ?? '')),
      isType: /^\s*type\b/.test(what),
    }))
  })
}

/**
 * The folder of a file, `depth` names deep; a file beside folders stands for itself.
 * @param {string} file
 */
export function folderOf(file, depth = Infinity) {
  const folder = path.posix.dirname(file)
  if (folder === '.') return file.replace(/\.ts$/, '')
  return folder.split('/').slice(0, depth).join('/')
}

/**
 * Groups that can reach each other: each is a cycle of imports.
 * @param {Iterable<readonly [string, string]>} arrows
 * @returns {string[][]}
 */
export function cycles(arrows) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const [from, to] of arrows) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const found = []
  /** @param {string} node */
  const visit = (node) => {
    const here = { index: seen.size, low: seen.size, open: true }
    seen.set(node, here)
    stack.push(node)
    for (const other of next.get(node) ?? []) {
      const known = seen.get(other) ?? visit(other)
      if (known.open) here.low = Math.min(here.low, known.low)
    }
    if (here.low === here.index) {
      const group = stack.splice(stack.indexOf(node))
      for (const member of group) Object.assign(seen.get(member) ?? {}, { open: false })
      if (group.length > 1) found.push(group.toSorted())
    }
    return here
  }
  for (const node of next.keys()) if (!seen.has(node)) visit(node)
  return found
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const at = process.argv.indexOf('--root')
  const src = path.join(at < 0 ? '.' : (process.argv[at + 1] ?? '.'), 'packages/daypack/src')
  const arrows = fileArrows(src)
  if (process.argv.includes('--mermaid')) console.log(mermaid(arrows))
  else {
    for (const depth of [1, Infinity]) {
      const folders = arrows.map(({ from, to }) => /** @type {const} */ ([folderOf(from, depth), folderOf(to, depth)]))
      const distinct = new Set(folders.filter(([from, to]) => from !== to).map((pair) => pair.join(' ')))
      console.log(`${depth === 1 ? 'top folders' : 'all folders'}: ${distinct.size} arrows`)
      for (const group of cycles(folders)) console.log(`  cycle of ${group.length}: ${group.join(', ')}`)
    }
    const files = cycles(
      arrows.filter(({ isType }) => !isType).map(({ from, to }) => /** @type {const} */ ([from, to])),
    )
    console.log(`files: ${files.length} cycles of imports that run`)
    for (const group of files) console.log(`  ${group.join(', ')}`)
  }
}

/** @param {readonly Arrow[]} arrows */
export function mermaid(arrows) {
  /** @type {Map<string, number>} */
  const weight = new Map()
  for (const { from, to } of arrows) {
    const key = `${folderOf(from, 1)} ${folderOf(to, 1)}`
    if (folderOf(from, 1) !== folderOf(to, 1)) weight.set(key, (weight.get(key) ?? 0) + 1)
  }
  const inCycle = new Set(
    cycles([...weight.keys()].map((key) => /** @type {[string, string]} */ (key.split(' ')))).flat(),
  )
  const lines = [...weight.keys()]
    .filter((key) => !key.endsWith(' model') && !key.startsWith('index '))
    .toSorted()
    .map((key) => `  ${key.replace(' ', ' --> ')}`)
  const marked = [...inCycle].map((node) => `  style ${node} stroke:#c00,stroke-width:3px`)
  return ['flowchart TD', ...lines, ...marked].join('\n')
}
