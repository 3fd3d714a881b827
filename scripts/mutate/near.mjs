// Which tests reach a file, the nearest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Tests that stand elsewhere and were written for a part of the code. Golden files notice any change, and say of none that it is wrong. */
const PARTS = [
  { of: 'codecs', by: ['test/wire/'] },
  { of: 'log', by: ['test/engine/'] },
  { of: 'view', by: ['test/engine/', 'test/fortress/folded'] },
  { of: 'plan', by: ['test/engine/', 'test/fortress/', 'passes/laws'] },
  { of: 'passes', by: ['passes/', 'test/fortress/', 'presets/'] },
  { of: 'memory/trust', by: ['memory/trust/', 'test/memory/', 'test/fortress/', 'memory/write/'] },
  { of: 'drivers', by: ['drivers/', 'memory/index/', 'memory/search/'] },
  { of: 'session', by: ['test/engine/', 'test/compaction/'] },
  { of: 'wire', by: ['test/wire/', 'test/engine/'] },
  { of: 'handover', by: ['handover/', 'test/compaction/', 'test/fortress/'] },
  // Every test of the command imports all of it.
  { of: 'chat/terminal', by: ['screen', 'terminal', 'pipes'] },
  { of: 'chat', by: ['chat/', 'seeds/chat', 'pipes', 'providers', 'broken'] },
  { of: 'config', by: ['config/', 'seeds/', 'hostile-project'] },
  { of: 'memory', by: ['memory'] },
  { of: 'plugins', by: ['plugins/'] },
  { of: 'proxy', by: ['proxy', 'clients/', 'fuzz/'] },
  { of: 'inspect', by: ['inspect/'] },
  { of: 'commands', by: ['commands/', 'first-hour', 'pipes', 'memory', 'postgres', 'proxy'] },
  ...['acp', 'carry', 'hooks', 'mcp', 'replay'].map((name) => ({ of: name, by: [name] })),
]

const [MOST_QUICK, MOST_SLOW] = [34, 4]

/**
 * @param {string} root
 * @returns {(file: string) => { own: string[], quick: string[], slow: string[] }} the tests of a file: of its folder or calling it, others, and those that take long
 */
export function nearestTests(root) {
  const folders = ['daypack', 'daypack-gateway', 'cli'].flatMap((name) =>
    ['src', 'test'].map((part) => path.join(root, 'packages', name, part)),
  )
  const exports = new Map(
    ['daypack', 'daypack-gateway'].map((name) => [
      name,
      JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8')).exports,
    ]),
  )
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
    const distance = new Map([[file, 0]])
    /** @type {string[]} */
    const tests = []
    for (const [one, far] of distance) {
      if (isAsked(one, file)) tests.push(one)
      for (const importer of importers.get(one) ?? []) if (!distance.has(importer)) distance.set(importer, far + 1)
    }
    const own = file.replace(/\.ts$/, '.test.ts')
    const part = PARTS.find(({ of }) => file.includes(`/src/${of}/`))
    // The one beside it, those that call it themselves, those of its folder, those written for its part; by the number of imports.
    const rank = (/** @type {string} */ test) => {
      if (test === own) return 1
      const isBeside = path.dirname(test) === path.dirname(file)
      if (distance.get(test) === 1) return isBeside ? 2 : 3
      return isBeside ? 4 : part?.by.some((name) => test.includes(`/${name}`)) ? 5 : 6
    }
    const sorted = tests.toSorted((a, b) => rank(a) - rank(b))
    const [quick = [], slow = []] = [false, true].map((isSlow) =>
      sorted.filter((test) => test.endsWith('.slow.test.ts') === isSlow),
    )
    const [near = [], others = []] = [true, false].map((isNear) =>
      quick.slice(0, MOST_QUICK).filter((test) => rank(test) <= 4 === isNear),
    )
    return { own: near, quick: others, slow: slow.slice(0, MOST_SLOW) }
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

  /** @param {string} name @param {string} importer */
  function resolved(name, importer) {
    if (name.startsWith('.')) return path.resolve(path.dirname(importer), name)
    const [from = ''] = name.split('/')
    const source = exports.get(from)?.[name.replace(from, '.')]?.['daypack-source']
    return source && path.join(root, 'packages', from, source)
  }
}

/** Tests of its own package; those of hosts start servers, and are asked about hosts alone. @param {string} test @param {string} file */
function isAsked(test, file) {
  if (!test.endsWith('.test.ts') || test.includes('/test/golden/')) return false
  if (test.includes('/hosts/') && !file.includes('/hosts/')) return false
  return packageOf(test) === packageOf(file)
}

/** @param {string} file */
function packageOf(file) {
  return /\/packages\/([^/]+)\//.exec(file)?.[1]
}
