// The figures of docs/architecture.md about this tree, or about another: `node scripts/house.mjs [--root <folder>]`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cycles, fileArrows, folderOf } from './import-graph.mjs'
import { surface } from './surface.mjs'

const { values } = parseArgs({ options: { root: { type: 'string', default: path.join(import.meta.dirname, '..') } } })
const folder = path.join(values.root, 'packages', 'daypack')
const src = path.join(folder, 'src')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, lines: readFileSync(path.join(src, file), 'utf8').trimEnd().split('\n').length }))
  .toSorted((a, b) => a.lines - b.lines)
const largest = files.at(-1)
const short = files.filter(({ lines }) => lines <= 150).length
console.log(`${files.length} source files, median ${files[files.length >> 1]?.lines} lines, ${short} of at most 150`)
console.log(
  `largest: ${largest?.file}, ${largest?.lines} lines; ${files.filter(({ lines }) => lines > 300).length} above 300`,
)

const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
const paths = Object.keys(exports).filter((name) => name !== './package.json')
const all = surface(folder)
console.log(
  `${paths.length} import paths, ${all.length} values, ${all.filter(({ doc }) => doc).length} of them documented`,
)

const arrows = fileArrows(src)
for (const depth of [1, Infinity]) {
  const found = cycles(arrows.map(({ from, to }) => [folderOf(from, depth), folderOf(to, depth)]))
  const name = depth === 1 ? 'top folders' : 'folders'
  console.log(
    `${name} in a cycle: ${found.flat().length} in ${found.length} groups ${found.map((group) => `(${group.length})`).join(' ')}`,
  )
}
const dist = path.join(folder, 'dist')
if (existsSync(dist)) {
  const built = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = built.reduce((sum, entry) => sum + readFileSync(path.join(entry.parentPath, entry.name)).length, 0)
  console.log(`dist: ${built.length} files, ${(bytes / 1e6).toFixed(2)} MB`)
}
