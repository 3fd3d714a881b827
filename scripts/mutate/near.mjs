// Which tests reach a file, the nearest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Tests that stand elsewhere and were written for a part of the code; the golden files hold most of what it does, and are quick. */
const PARTS = [
  { of: 'codecs', golden: ['wires'], by: ['test/wire/'] },
  { of: 'log', golden: ['log'], by: ['test/engine/'] },
  { of: 'view', golden: ['view', 'engine'], by: ['test/engine/', 'test/fortress/folded'] },
  { of: 'plan', golden: ['plan', 'engine'], by: ['test/engine/', 'test/fortress/', 'passes/laws'] },
  { of: 'passes', golden: ['parts', 'passes'], by: ['passes/', 'test/golden/', 'test/fortress/', 'presets/'] },
  { of: 'memory/trust', golden: ['trust'], by: ['memory/trust/', 'test/memory/', 'test/fortress/', 'memory/write/'] },
  { of: 'drivers/files', golden: ['files'], by: ['drivers/', 'memory/index/', 'memory/search/'] },
  { of: 'drivers/sqlite', golden: ['index-store'], by: ['drivers/', 'memory/index/', 'memory/search/'] },
  { of: 'drivers', golden: ['files'], by: ['drivers/', 'memory/index/', 'memory/search/'] },
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
    // The golden files of its part first, then the one beside it, those of its folder, and those written for its part.
    const own = file.replace(/\.ts$/, '.test.ts')
    const part = PARTS.find(({ of }) => file.includes(`/src/${of}/`))
    const rank = (/** @type {string} */ test) => {
      if (part?.golden.some((name) => test.endsWith(`/test/golden/${name}.test.ts`))) return 0
      if (test === own) return 1
      if (path.dirname(test) === path.dirname(file)) return 2
      return part?.by.some((name) => test.includes(`/${name}`)) ? 3 : 4
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
