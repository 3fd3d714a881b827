import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporary } from '../../test/temporary.ts'
import { createDaypack } from '../create.ts'
import type { Backend } from '../config.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { wordEmbedder } from '../../../daypack-testing/src/index-suite/corpus.ts'
import { openIndex } from './backend.ts'
import { countAttack } from '../../../daypack-testing/test/attack.ts'

const folder = temporary()
let places = 0
const place = (): string => path.join(folder, `place-${++places}`)
const NOTES = '- The database is PostgreSQL.\n- 会议在星期三。\n'

async function found(dir: string, backend: Backend | undefined, lines: string[] = []) {
  mkdirSync(dir, { recursive: true })
  if (!existsSync(path.join(dir, 'MEMORY.md'))) writeFileSync(path.join(dir, 'MEMORY.md'), NOTES)
  const pack = await createDaypack({
    dir,
    warn: (line) => lines.push(line),
    memory: { ...(backend !== undefined && { backend }), schedule: false },
  })
  await pack.memory.ready()
  const { hits } = await pack.memory.search('会议')
  const { store } = (await pack.memory.status()).index
  await pack.close()
  return { store, hits: hits.map(({ citation, score }) => ({ citation, score })) }
}

afterEach(() => vi.restoreAllMocks())

describe('which index a workspace gets', () => {
  test.each(['sqlite', 'local'] as const)(
    'G-88: no link leads the index (%s) out of the workspace',
    async (backend) => {
      const dir = place()
      const outside = path.join(folder, `outside-${backend}`)
      mkdirSync(path.join(dir, 'index'), { recursive: true })
      for (const name of ['memory.sqlite', 'memory.sqlite-wal']) {
        writeFileSync(`${outside}-${name}`, '')
        symlinkSync(`${outside}-${name}`, path.join(dir, 'index', name))
      }
      expect(await found(dir, backend)).toMatchObject({ store: 'sqlite', hits: [{}] })
      expect((await found(dir, 'auto')).hits).toHaveLength(1)
      for (const name of ['memory.sqlite', 'memory.sqlite-wal'])
        expect(readFileSync(`${outside}-${name}`, 'utf8')).toBe('')
      countAttack('the index as a link to a file outside', 2)
    },
  )

  test('auto is SQLite where that opens', async () => {
    expect(await found(place(), undefined)).toMatchObject({ store: 'sqlite', hits: [{ citation: 'MEMORY.md#L1-L2' }] })
  })

  test('auto is an index in memory where there is no SQLite, whatever the system', async () => {
    const dir = place()
    const builtin = process.getBuiltinModule.bind(process)
    vi.resetModules()
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) =>
      name === 'node:sqlite' ? undefined : builtin(name),
    )
    const { openIndex: open } = await import('./backend.ts')
    const store = await open(dir, 'auto', () => {})
    expect(store.name).toBe('memory')
    await store.close()
  })

  test.each(['local', 'sqlite'] as const)('%s answers as any other', async (name) => {
    const dir = place()
    const first = await found(dir, name)
    expect(first).toEqual({ store: 'sqlite', hits: (await found(place(), 'auto')).hits })
    expect(await found(dir, name)).toEqual(first)
  })

  test('a wrong name is refused, with the list', async () => {
    const backend = 'redis' as Backend
    await expect(createDaypack({ dir: place(), memory: { backend } })).rejects.toThrow(
      /memory\.backend: expected .*"auto".*"local".*"sqlite".*"chroma"/,
    )
  })

  test('a driver without a folder has its index in memory; a kept one needs a folder', async () => {
    const pack = await createDaypack({ driver: memoryDriver(), warn: false })
    expect((await pack.memory.status()).index.store).toBe('memory')
    await pack.close()
    await expect(createDaypack({ driver: memoryDriver(), warn: false, memory: { backend: 'sqlite' } })).rejects.toThrow(
      /needs a folder/,
    )
  })

  test('words off and no embedding endpoint: nothing could be found, and that is said at once', async () => {
    await expect(createDaypack({ dir: place(), memory: { tuning: { search: { keyword: false } } } })).rejects.toThrow(
      /neither by words .* nor by vectors/,
    )
    const pack = await createDaypack({
      dir: place(),
      warn: false,
      memory: { embed: wordEmbedder(), schedule: false, tuning: { search: { keyword: false } } },
    })
    await pack.memory.remember('The invoice was paid.')
    const { hits, status } = await pack.memory.search('the paid invoice')
    expect(Object.keys(hits[0]?.legs ?? {})).toEqual(['vector'])
    expect(status.legs[0]).toMatchObject({ leg: 'keyword', state: 'off' })
    await pack.close()
  })
})

describe('what still works when a backend does not', () => {
  test('chroma away at the start: one line, and words', async () => {
    const lines: string[] = []
    const { hits } = await found(place(), { name: 'chroma', url: 'http://127.0.0.1:9' }, lines)
    expect(hits).toHaveLength(1)
    expect(lines.join()).toMatch(
      /by words alone until Chroma is back: Chroma at http:\/\/127\.0\.0\.1:9 does not answer/,
    )
  })

  test.skipIf(process.getuid?.() === 0)(
    'a folder that can only be read: one line, and an index in memory',
    async () => {
      const dir = place()
      mkdirSync(dir)
      chmodSync(dir, 0o500)
      const lines: string[] = []
      const store = await openIndex(dir, 'auto', (_, line) => lines.push(line))
      expect(store.name).toBe('memory')
      expect(lines.join()).toMatch(/No memory index can be kept/)
    },
  )

  test('an index folder that is no folder: one line, and an index in memory', async () => {
    const dir = place()
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'index'), 'in the way')
    const lines: string[] = []
    for (const backend of ['auto', 'sqlite'] as const) {
      const store = await openIndex(dir, backend, (_, line) => lines.push(line))
      expect(store.name).toBe('memory')
    }
    expect(lines.join()).toMatch(/No memory index can be kept .* sqlite: /)
  })
})
