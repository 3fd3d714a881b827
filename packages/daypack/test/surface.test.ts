import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporary } from './temporary.ts'
import limits from './limits.json' with { type: 'json' }

const PACKAGE = path.resolve(import.meta.dirname, '..')

/** Modules of ours that an import, and what is done with it, loads: counted by Node itself. */
function loads(file: string, work = ''): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ load(url, context, next) { seen.add(url); return next(url, context) } })
    const { createDaypack } = await import(${JSON.stringify(path.join(PACKAGE, 'src', file))})
    ${work}
    console.log(JSON.stringify([...seen]))`
  const said = execFileSync(process.execPath, ['--conditions=daypack-source', '--input-type=module', '-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TEST_DIR: temporary() },
  })
  const urls = JSON.parse(said) as string[]
  return urls.filter((url) => url.includes('/packages/daypack/src/'))
}

test('F-55: importing the root loads a part of the library, not all of it', () => {
  const loaded = loads('index.ts')
  expect(loaded.filter((url) => /\/src\/(?:memory|hosts|testing|drivers\/sqlite)\//.test(url))).toEqual([])
  expect(loaded.length).toBeLessThanOrEqual(limits.rootModules)
})

test('G-12: a pack loads the code of memory when memory is first used, and the tokenizer not even then', () => {
  const work = `const pack = await createDaypack({ dir: process.env.TEST_DIR }); await pack.close()`
  const code = /\/src\/memory\/(?:search|index|write|consolidate|evidence|language|meaning|chunk|vectors|watch)\//
  const loaded = loads('index.ts', work)
  expect(loaded.filter((url) => code.test(url))).toEqual([])
  const bytes = loaded.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0)
  expect(bytes).toBeLessThanOrEqual(limits.packSourceBytes)
})

test('F-55: there are few import paths', () => {
  const { exports } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { exports: object }
  const paths = Object.keys(exports).filter((name) => !['./package.json', './internal'].includes(name))
  expect(paths.length).toBeLessThanOrEqual(limits.importPaths)
})

test('a reader follows a turn that changes nothing through few files, counted by V8', () => {
  const root = path.resolve(PACKAGE, '../..')
  const script = path.join(root, 'scripts/touched.mjs')
  const said = execFileSync(process.execPath, ['--conditions=daypack-source', script, root, '--calm'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const files = Number(/^calm turn: (\d+) files/m.exec(said)?.[1])
  expect(files).toBeGreaterThan(10)
  expect(files).toBeLessThanOrEqual(limits.calmTurnFiles)
})
