import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '../src')
const run = promisify(execFile)

/** `@example` of an exported value, up to the end of its comment. */
const EXAMPLE = /\* @example\n([^]*?)\n \*\/\nexport (?:async )?(?:function|const) (\w+)/g

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
