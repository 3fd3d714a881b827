import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
type Mutant = { file: string; find: string; replace: string; why: string }

const journeys = globSync('test/journeys/*.test.ts', { cwd: ROOT })

it('there are at most 25 journeys, each with a stored mutant', () => {
  expect(journeys.length).toBeLessThanOrEqual(25)
  const without = journeys.filter((file) => !existsSync(path.join(ROOT, file.replace('.test.ts', '.mutant.json'))))
  expect(without).toEqual([])
})

it('what a mutant breaks is once in the file it names', () => {
  const stale = globSync('test/journeys/*.mutant.json', { cwd: ROOT }).flatMap((file) =>
    [JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Mutant | Mutant[]].flat().flatMap((mutant) => {
      const source = path.join(ROOT, mutant.file)
      const found = existsSync(source) ? readFileSync(source, 'utf8').split(mutant.find).length - 1 : 0
      return found === 1 && mutant.replace !== mutant.find && mutant.why !== '' ? [] : [`${file}: found ${found} times`]
    }),
  )
  expect(stale).toEqual([])
})
