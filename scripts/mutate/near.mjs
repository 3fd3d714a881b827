// Which tests reach a file, the nearest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @param {string} root
 * @returns {(file: string) => string[]} the tests of a file, by the number of imports between them
 */
export function nearestTests(root) {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'packages/daypack/package.json'), 'utf8'))
  const folders = ['src', 'test'].map((name) => path.join(root, 'packages/daypack', name))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  )
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const file of files)
    for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file])
  return (file) => {
    const seen = new Set([file])
    /** @type {string[]} */
    const tests = []
    for (const one of seen) {
      if (one.endsWith('.test.ts') && !one.endsWith('.slow.test.ts') && !one.includes('/hosts/')) tests.push(one)
      for (const importer of importers.get(one) ?? []) seen.add(importer)
    }
    // The one beside it first, and tests of the same folder before those that are as near.
    const beside = (/** @type {string} */ test) => Number(path.dirname(test) !== path.dirname(file))
    const own = file.replace(/\.ts$/, '.test.ts')
    return tests.toSorted((a, b) => Number(b === own) - Number(a === own) || beside(a) - beside(b))
  }

  /** @param {string} file @returns {string[]} */
  function importsOf(file) {
    const statements =
      /^\s*(?:import|export)\b([^'"`;()]*?)\bfrom\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm
    return [...readFileSync(file, 'utf8').matchAll(statements)].flatMap(([, what = '', name, lazy]) => {
      if (/^\s*type\b/.test(what)) return []
      const target = resolved(name ?? lazy ?? '', file)
      return target && existsSync(target) ? [target] : []
    })
  }

  /** @param {string} name @param {string} from */
  function resolved(name, from) {
    if (name.startsWith('.')) return path.resolve(path.dirname(from), name)
    if (name !== 'daypack' && !name.startsWith('daypack/')) return undefined
    const source = exports[name.replace('daypack', '.')]?.['daypack-source']
    return source && path.join(root, 'packages/daypack', source)
  }
}
