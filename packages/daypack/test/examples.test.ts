import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { surface } from '../../../scripts/surface.mjs'

const SRC = path.resolve(import.meta.dirname, '../src')
const PACKAGES = path.resolve(SRC, '../..')
const run = promisify(execFile)

/** `@example` of an exported value, up to the end of its comment. */
const EXAMPLE = /\* @example\n([^]*?)\n \*\/\nexport (?:async )?(?:function|const|class) (\w+)/g
const IMPORT = /^import (\w+|\{ .* \}) from '(.*)'\n/gm

type Example = { readonly name: string; readonly code: string }

const found: Example[] = []
for await (const file of glob(
  '{daypack,daypack-chroma,daypack-gateway,daypack-postgres,daypack-testing,cli}/src/**/*.ts',
  {
    cwd: PACKAGES,
  },
)) {
  const text = readFileSync(path.join(PACKAGES, file), 'utf8')
  for (const [, code = '', name = ''] of text.matchAll(EXAMPLE))
    found.push({ name, code: code.replaceAll(/^ \* ?/gm, '') })
}
const needsRunner = ({ code }: Example): boolean => code.includes("'daypack-testing/suites'")
const programs = found.filter((example) => !needsRunner(example))

/** Imports where they stand: two hosts have a function of the same name. */
function imported(code: string, load: string): string {
  return code.replaceAll(IMPORT, (_, names: string, from: string) =>
    names.startsWith('{')
      ? `const ${names} = await ${load}('${from}')\n`
      : `const { default: ${names} } = await ${load}('${from}')\n`,
  )
}

test('examples in the source run', async () => {
  // All of them as one program: starting Node for each would take longer than all examples together.
  const bodies = programs.map(
    ({ name, code }) => `await (async () => {\n${imported(code, 'import')}\n})()\nconsole.log('${name}')`,
  )
  const flags = ['--conditions=daypack-source', '--input-type=module-typescript', '--eval', bodies.join('\n')]
  const { stdout } = await run(process.execPath, flags, { cwd: path.resolve(SRC, '../../..') })
  expect(stdout.trim().split('\n')).toEqual(programs.map(({ name }) => name))
  expect(programs.length).toBeGreaterThan(100)
})

// What holds others to the contract needs a test runner: this one.
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (load: Load) => Promise<void>
type Load = (from: string) => Promise<unknown>
for (const example of found.filter(needsRunner))
  describe(`the example of ${example.name}`, async () => {
    test('runs', () => undefined)
    const code = stripTypeScriptTypes(imported(example.code, 'load'))
    await new AsyncFunction('load', code)((from) => import(/* @vite-ignore */ from))
  })

test('F-55: every exported value says what it is for, with an example that tests run', () => {
  const values = ['daypack', 'daypack-chroma', 'daypack-gateway', 'daypack-postgres', 'daypack-testing', 'cli'].flatMap(
    (name) => surface(path.join(PACKAGES, name)),
  )
  const without = values.filter(({ doc }) => !doc.includes('\n * @example\n'))
  expect(without.map(({ path: where, name }) => `${where} ${name}`)).toEqual([])
  const run = new Set(found.map(({ name }) => name))
  expect(values.filter(({ name }) => !run.has(name))).toEqual([])
})
