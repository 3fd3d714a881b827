import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRowMutants } from '../../../../scripts/mutants/rows.mjs'
import { ROWS } from './row.ts'

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
  expect(ROWS.size).toBe(290)
  expect(tested().toSorted()).toEqual([...ROWS.keys()].toSorted())
})

test('every row has a stored mutant, once', () => {
  expect(
    readRowMutants()
      .flatMap(({ rows }) => rows)
      .toSorted(),
  ).toEqual([...ROWS.keys()].toSorted())
})

test('what stored mutants break is in the source, once', () => {
  const root = new URL('../../../../', import.meta.url)
  const lost = readRowMutants().filter(({ file, find }) => {
    const url = new URL(file, root)
    return !existsSync(url) || readFileSync(url, 'utf8').split(find).length !== 2
  })
  expect(lost).toEqual([])
})
