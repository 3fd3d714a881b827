import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import limits from './limits.json' with { type: 'json' }

const PACKAGE = path.resolve(import.meta.dirname, '..')

/** Modules of ours that an import loads, counted by Node itself. */
function loads(file: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ load(url, context, next) { seen.add(url); return next(url, context) } })
    await import(${JSON.stringify(path.join(PACKAGE, 'src', file))})
    console.log(JSON.stringify([...seen]))`
  const said = execFileSync(process.execPath, ['--conditions=daypack-source', '--input-type=module', '-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const urls = JSON.parse(said) as string[]
  return urls.filter((url) => url.includes('/packages/daypack/src/'))
}

test('F-55: importing the root loads a part of the library, not all of it', () => {
  const loaded = loads('index.ts')
  expect(loaded.filter((url) => /\/(?:memory|hosts|testing|drivers\/sqlite)\//.test(url))).toEqual([])
  expect(loaded.length).toBeLessThanOrEqual(limits.rootModules)
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
