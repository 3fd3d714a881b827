// Which tests reach a file, the nearest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Tests that stand elsewhere and were written for a part of the code. */
const PARTS = [
  { of: 'codecs', by: ['test/golden/wires', 'test/wire/'] },
  { of: 'log', by: ['test/golden/log', 'test/engine/'] },
  { of: 'view', by: ['test/golden/view', 'test/engine/', 'test/golden/engine', 'test/fortress/folded'] },
  { of: 'plan', by: ['test/golden/plan', 'test/engine/', 'test/golden/engine', 'test/fortress/', 'passes/laws'] },
  { of: 'passes', by: ['passes/', 'test/golden/', 'test/fortress/', 'presets/'] },
  { of: 'memory/trust', by: ['memory/trust/', 'test/memory/', 'test/fortress/', 'memory/write/'] },
  { of: 'drivers', by: ['test/golden/files', 'drivers/', 'memory/index/', 'memory/search/'] },
]

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
    // The one beside it first, then those of its folder, then those written for its part of the code.
    const own = file.replace(/\.ts$/, '.test.ts')
    const part = PARTS.find(({ of }) => file.includes(`/src/${of}/`))?.by ?? []
    const rank = (/** @type {string} */ test) => {
      if (test === own) return 0
      if (path.dirname(test) === path.dirname(file)) return 1
      return part.some((name) => test.includes(`/${name}`)) ? 2 : 3
    }
    return tests.toSorted((a, b) => rank(a) - rank(b))
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
