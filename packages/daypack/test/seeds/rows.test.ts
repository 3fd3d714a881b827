import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
  const mutants = JSON.parse(readFileSync(new URL('mutants.json', import.meta.url), 'utf8')) as { rows: string[] }[]
  expect(mutants.flatMap(({ rows }) => rows).toSorted()).toEqual([...ROWS.keys()].toSorted())
})

test('what stored mutants break is in the source, once', () => {
  type Mutant = { file: string; find: string }
  const root = new URL('../../../../', import.meta.url)
  const stored = globSync('test/journeys/*.mutant.json', { cwd: root }).map((name) => new URL(name, root))
  const mutants = [new URL('mutants.json', import.meta.url), ...stored].flatMap(
    (url) => JSON.parse(readFileSync(url, 'utf8')) as Mutant | Mutant[],
  )
  const lost = mutants.filter(({ file, find }) => {
    const url = new URL(file, root)
    return !existsSync(url) || readFileSync(url, 'utf8').split(find).length !== 2
  })
  expect(lost).toEqual([])
})
