// The figures and the import graph of docs/architecture.md: `node scripts/house.mjs` prints them, `--write` writes them into the
// page, `--root <folder>` looks at another work tree. A test compares the page with them.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cycles, fileArrows, folderOf, mermaid } from './import-graph.mjs'
import { surface } from './surface.mjs'

const PAGE = 'docs/architecture.md'

/**
 * The page with the blocks between its markers written again.
 * @param {string} page
 * @param {string} root
 */
export function withFigures(page, root) {
  const src = path.join(root, 'packages/daypack/src')
  return withBlock(
    withBlock(page, 'figures', table(root)),
    'graph',
    `\`\`\`mermaid\n${mermaid(fileArrows(src))}\n\`\`\``,
  )
}

/**
 * @param {string} page
 * @param {string} name
 * @param {string} text
 */
function withBlock(page, name, text) {
  const [start, end] = [`<!-- house:${name} -->\n`, `\n<!-- /house:${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${PAGE} has no block house:${name}`)
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`
}

/** @param {string} root */
function table(root) {
  const library = path.join(root, 'packages/daypack')
  const src = path.join(library, 'src')
  const files = sourceFiles(src)
  const lines = files.map(({ lines: count }) => count).toSorted((a, b) => a - b)
  const every = readdirSync(path.join(root, 'packages')).flatMap((name) =>
    sourceFiles(path.join(root, 'packages', name, 'src')),
  )
  const { exports } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8'))
  const paths = Object.keys(exports).filter((name) => !['./package.json', './internal'].includes(name))
  const values = surface(library)
  const circles = cycles(fileArrows(src).map(({ from, to }) => [folderOf(from), folderOf(to)]))
  const limits = JSON.parse(readFileSync(path.join(library, 'test/limits.json'), 'utf8'))
  const rows = [
    ['files used by a turn that changes nothing', '53', `at most ${limits.calmTurnFiles}`, '`surface.test.ts`'],
    ['modules the root loads', '225', `at most ${limits.rootModules}`, '`surface.test.ts`'],
    ['import paths', '35', `${paths.length}`, ''],
    ['exported values, documented', '149, 136', `${values.length}, ${values.filter(({ doc }) => doc).length}`, ''],
    ['folders in a cycle of imports', '17', `${circles.flat().length}`, ''],
    ['source files of the library', '430', rounded(files.length, 10), 'to the nearest 10'],
    ['lines in them', '36,000', rounded(sum(lines), 1_000), 'to the nearest 1,000'],
    [
      'lines in the sources of all packages',
      '',
      rounded(sum(every.map(({ lines: count }) => count)), 1_000),
      'the same',
    ],
    ['median lines of a file of the library', '68', `${lines[lines.length >> 1]}`, ''],
    ['files above 300 lines', '', `${lines.filter((count) => count > 300).length}`, ''],
    ['tracked by git', '', `${(trackedBytes(root) / 1e6).toFixed(1)} MB`, ''],
  ]
  return [
    '| | before (5775fec) | now | |',
    '| --- | ---: | ---: | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`.replaceAll('|  |', '| |')),
  ].join('\n')
}

/** @param {string} folder */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, lines: readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length }))
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * @param {number} value
 * @param {number} step
 */
function rounded(value, step) {
  return (Math.round(value / step) * step).toLocaleString('en')
}

/** @param {string} root */
function trackedBytes(root) {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0')
  const sizes = names.map((name) =>
    name === '' ? undefined : statSync(path.join(root, name), { throwIfNoEntry: false }),
  )
  return sum(sizes.map((stat) => (stat?.isFile() ? stat.size : 0)))
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: path.join(import.meta.dirname, '..') },
      write: { type: 'boolean', default: false },
    },
  })
  const file = path.join(values.root, PAGE)
  if (values.write) writeFileSync(file, withFigures(readFileSync(file, 'utf8'), values.root))
  else console.log(table(values.root))
}
