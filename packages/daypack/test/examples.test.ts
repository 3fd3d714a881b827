import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { surface } from '../../../scripts/surface.mjs'

const SRC = path.resolve(import.meta.dirname, '../src')
const run = promisify(execFile)

/** `@example` of an exported value, up to the end of its comment. */
const EXAMPLE = /\* @example\n([^]*?)\n \*\/\nexport (?:async )?(?:function|const) (\w+)/g

const ROOT = path.resolve(SRC, '../../..')
const found: { name: string; code: string }[] = []
for await (const file of glob('**/*.ts', { cwd: SRC })) {
  const text = readFileSync(path.join(SRC, file), 'utf8')
  for (const [, code = '', name = ''] of text.matchAll(EXAMPLE))
    found.push({ name, code: code.replaceAll(/^ \* ?/gm, '') })
}

const IMPORT = /^import \{ (.*) \} from '(.*)'\n/gm

/** All of them as one program: starting Node for each would take longer than all examples together. */
function program(): string {
  const names = new Map<string, Set<string>>()
  for (const { code } of found)
    for (const [, list = '', from = ''] of code.matchAll(IMPORT))
      names.set(from, new Set([...(names.get(from) ?? []), ...list.split(', ')]))
  const imports = [...names].map(([from, list]) => `import { ${[...list].join(', ')} } from '${from}'`)
  const bodies = found.map(
    ({ name, code }) => `await (async () => {\n${code.replaceAll(IMPORT, '')}\n})()\nconsole.log('${name}')`,
  )
  return [...imports, ...bodies].join('\n')
}

test('examples in the source run', async () => {
  const flags = ['--conditions=daypack-source', '--input-type=module-typescript', '--eval', program()]
  const { stdout } = await run(process.execPath, flags, { cwd: path.resolve(SRC, '../../..') })
  expect(stdout.trim().split('\n')).toEqual(found.map(({ name }) => name))
  expect(found.length).toBeGreaterThan(10)
})

test('F-55: every exported value says what it is for; functions have an example that tests run', async () => {
  const values = surface(path.resolve(SRC, '..'))
  const silent = values.filter(({ doc }) => doc === '').map(({ path: where, name }) => `${where} ${name}`)
  expect(silent).toEqual([])
  const run = await programs()
  const untried = values
    .filter(({ kind, doc }) => kind === 'function' && !doc.includes('@example'))
    .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(run))
    .map(({ path: where, name }) => `${where} ${name}`)
  expect(untried).toEqual([])
})

/** What other tests run: programs in the pages, the examples folder, and the suites on what outsiders add. */
async function programs(): Promise<string> {
  const texts: string[] = []
  for await (const page of glob(['README.md', 'docs/**/*.md'], { cwd: ROOT })) {
    const text = readFileSync(path.join(ROOT, page), 'utf8')
    const fence = page === 'docs/hosts.md' ? /^```ts\n([^]*?)^```/gm : /^```ts run\n([^]*?)^```/gm
    for (const [, code = ''] of text.matchAll(fence)) texts.push(code)
  }
  for await (const file of glob(['examples/*.ts', 'examples/{hosts,extend}/*.ts'], { cwd: ROOT }))
    texts.push(readFileSync(path.join(ROOT, file), 'utf8'))
  for await (const file of glob(['test/extend.test.ts', 'src/**/*.test.ts'], { cwd: path.resolve(SRC, '..') })) {
    const suites = readFileSync(path.join(SRC, '..', file), 'utf8').matchAll(
      /^(?:codec|driver|index|pass)Suite\b|arbRequest/gm,
    )
    for (const [name] of suites) texts.push(name)
  }
  return texts.join('\n')
}
