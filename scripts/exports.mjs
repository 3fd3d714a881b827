// Keeps the `exports` of packages/daypack in step with its source: import paths mirror the tree.
// `npm run exports` writes them, `npm run exports -- --check` only compares.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

/** One import each (`daypack/presets` is src/presets/index.ts). `internal` is for our own packages and no public name. */
const ONE = ['archive', 'codecs', 'drivers', 'memory', 'presets', 'internal']
/** Folders with an import for each file (`daypack/hosts/openai`): each has peers of its own. */
const MANY = ['hosts']

const folder = path.join(root, 'packages', 'daypack')
const file = path.join(folder, 'package.json')

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const text = readFileSync(file, 'utf8')
  const next = JSON.stringify({ ...JSON.parse(text), exports: exportsOf(folder) }, null, 2) + '\n'
  if (next === text) {
    console.log('The exports of packages/daypack mirror its source.')
  } else if (process.argv.includes('--check')) {
    console.error('The exports of packages/daypack do not mirror its source. Run "npm run exports".')
    process.exitCode = 1
  } else {
    writeFileSync(file, next)
    console.log('The exports of packages/daypack are updated.')
  }
}

/**
 * @param {string} folder of the package
 * @returns {Record<string, unknown>}
 */
export function exportsOf(folder) {
  const src = path.join(folder, 'src')
  const modules = new Map([['.', 'index']])
  for (const name of ONE) {
    if (existsSync(path.join(src, name, 'index.ts'))) modules.set(`./${name}`, `${name}/index`)
    else if (existsSync(path.join(src, `${name}.ts`))) modules.set(`./${name}`, name)
  }
  for (const parent of MANY) {
    for (const name of members(path.join(src, parent))) modules.set(`./${parent}/${name}`, `${parent}/${name}`)
  }
  const entries = [...modules].map(([key, module]) => [
    key,
    { 'daypack-source': `./src/${module}.ts`, default: `./dist/${module}.js` },
  ])
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}

/** @param {string} folder @returns {string[]} */
function members(folder) {
  return readdirSync(folder)
    .filter((name) => /^(?!index\.)[^.]+\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .toSorted()
}
