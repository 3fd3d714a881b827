import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { indexSuite } from '../../../../daypack-testing/src/suites.ts'
import { createSearcher } from '../search/searcher.ts'
import { localIndexStore } from './local-store.ts'

const folder = temporary()
const fileOf = (place: string): string => join(folder, place, 'memory.jsonl')
const open = (place: string) => createSearcher({ store: localIndexStore({ file: fileOf(place) }), now: () => 0 })

indexSuite('local', ({ place }) => localIndexStore({ file: fileOf(place) }), {
  describe,
  test,
  durable: true,
  overlap: 1,
})

describe('localIndexStore', () => {
  test('a line cut short by a crash is left out, and written again by whoever has it', async () => {
    await open('cut').index('a.md', '- alpha\n')
    await open('cut').index('b.md', '- beta\n')
    truncateSync(fileOf('cut'), statSync(fileOf('cut')).size - 5)
    const searcher = open('cut')
    expect([...(await searcher.files()).keys()]).toEqual(['a.md'])
  })

  test('a damaged file is an empty index that says why', async () => {
    await open('damaged').index('a.md', '- alpha\n')
    appendFileSync(fileOf('damaged'), 'not ours\n')
    const { index } = await open('damaged').status()
    expect(index).toEqual({ state: 'empty', why: expect.stringContaining('damaged') })
    await open('damaged').index('a.md', '- alpha\n')
    expect((await open('damaged').search('alpha')).hits).toHaveLength(1)
  })

  test('a file that is removed while it is open is an empty index', async () => {
    const searcher = open('removed')
    await searcher.index('a.md', '- alpha\n')
    rmSync(fileOf('removed'))
    expect((await searcher.status()).index).toEqual({ state: 'empty', why: 'the index file was removed' })
    await searcher.index('a.md', '- beta\n')
    expect((await open('removed').search('beta')).hits).toHaveLength(1)
  })

  test('what is purged leaves no byte in the file', async () => {
    const searcher = open('purged')
    await searcher.index('a.md', '- zanzibar\n')
    await searcher.index('b.md', '- beta\n')
    await searcher.remove('a.md')
    await searcher.purge()
    expect(readFileSync(fileOf('purged'), 'utf8')).not.toContain('zanzibar')
    expect((await open('purged').search('beta')).hits).toHaveLength(1)
  })

  test('two that write by turns lose nothing, also when one writes the file anew', async () => {
    const [one, two] = [open('shared'), open('shared')]
    for (let round = 0; round < 5; round++) {
      await one.index(`one-${round}.md`, `- alpha ${round}\n`)
      if (round % 2 === 1) await one.purge()
      await two.index(`two-${round}.md`, `- beta ${round}\n`)
    }
    expect((await open('shared').files()).size).toBe(10)
    expect((await one.files()).size).toBe(10)
  })
})
