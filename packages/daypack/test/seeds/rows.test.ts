import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROWS } from './support.ts'

const FOLDERS = [new URL('./', import.meta.url), new URL('../../../cli/test/seeds/', import.meta.url)]

function tested(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\brow\(\s*'(\w+)'/g)])
      .map(([, id = '']) => id),
  )
}

test('every row has its test, once', () => {
  expect(Object.keys(ROWS)).toHaveLength(290)
  expect(tested().toSorted()).toEqual(Object.keys(ROWS).toSorted())
})

test('every row has a stored mutant, once', () => {
  const mutants = JSON.parse(readFileSync(new URL('mutants.json', import.meta.url), 'utf8')) as { rows: string[] }[]
  expect(mutants.flatMap(({ rows }) => rows).toSorted()).toEqual(Object.keys(ROWS).toSorted())
})

test('docs/presets.md lists them all', () => {
  const page = readFileSync(new URL('../../../../docs/presets.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| (\d[A-L]\d+) \|/gm)].map(([, id]) => id)
  expect(listed).toEqual(Object.keys(ROWS))
})
