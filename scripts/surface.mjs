// What packages/daypack exports, path by path: `node scripts/surface.mjs` counts, `--list` names.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

/** @typedef {{ path: string, name: string, kind: 'function' | 'const' | 'class', doc: string, file: string }} Value */

/**
 * The values of every public import path, each once, with the comment before it.
 * @param {string} folder of the package
 * @returns {Value[]}
 */
export function surface(folder) {
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  /** @type {Map<string, Value>} */
  const found = new Map()
  for (const [name, entry] of Object.entries(exports))
    if (typeof entry !== 'string' && name !== './internal')
      read(path.join(folder, entry['daypack-source']), name, undefined, found)
  return [...found.values()]
}

/** @param {string} file @param {string} from @param {Set<string> | undefined} only @param {Map<string, Value>} found */
function read(file, from, only, found) {
  const text = readFileSync(file, 'utf8')
  const VALUE =
    /^(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(?:\/\/ oxlint[^\n]*\n)?export (?:async )?(function|const|class) (\w+)/gm
  for (const [, doc = '', kind, name = ''] of text.matchAll(VALUE))
    if (!only || only.has(name))
      found.set(`${file} ${name}`, { path: from, name, kind: /** @type {Value['kind']} */ (kind), doc, file })
  for (const [, list = '', target = ''] of text.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)) {
    const names = list.split(',').map((each) => each.trim().replace(/ as .*/, ''))
    const chosen = names.filter((name) => name !== '' && !name.startsWith('type ') && (!only || only.has(name)))
    if (chosen.length > 0) read(path.join(path.dirname(file), target), from, new Set(chosen), found)
  }
}

if (process.argv[1] === import.meta.filename) {
  const values = surface(path.join(root, 'packages', 'daypack'))
  if (process.argv.includes('--list')) for (const { path: from, name } of values) console.log(`${from} ${name}`)
  const count = (/** @type {(value: Value) => boolean} */ is) => values.filter(is).length
  console.log(
    `${new Set(values.map((value) => value.path)).size} import paths, ${values.length} values: ${count(({ doc }) => doc !== '')} documented, ${count(({ doc }) => doc.includes('@example'))} with an example in their comment`,
  )
}
