import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import type { MemoryEvent } from '../../src/memory/api.ts'
import { createMemory } from '../../src/memory/memory.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { temporary } from '../temporary.ts'

/** As many in each of a hundred folders. */
const FILES = 100 * size(20, 100)
const dir = temporary()
const WORDS = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo', 'hazel', 'ivy', 'juniper']

async function open() {
  const events: MemoryEvent[] = []
  const driver = await filesDriver({ dir, now: Date.now, zone: 'UTC' })
  const index = sqliteIndexStore({ file: join(dir, 'index/memory.db') })
  const memory = createMemory({
    driver,
    dir,
    index,
    now: Date.now,
    watch: false,
    schedule: false,
    onEvent: (event) => events.push(event),
  })
  const close = async (): Promise<void> => {
    await memory.close()
    await driver.close()
  }
  return { memory, events, close }
}

test('thousands of files are imported with progress; a restart reads only what changed', async () => {
  for (let index = 0; index < FILES; index++) {
    const folder = join(dir, 'memory', `folder-${index % 100}`)
    if (index < 100) mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, `${index}.md`),
      `# Note ${index}\n- the ${WORDS[index % 10]} number${index} stands here\n`,
    )
  }
  const first = await open()
  await first.memory.ready()
  const progress = first.events.filter((event) => event.type === 'indexing')
  expect(progress).toHaveLength(FILES)
  expect(progress.at(-1)).toMatchObject({ done: FILES, of: FILES })
  expect((await first.memory.search('number1777')).hits[0]?.path).toBe('memory/folder-77/1777.md')
  await first.close()

  appendFileSync(join(dir, 'memory/folder-5/5.md'), '- a heron came by\n')
  rmSync(join(dir, 'memory/folder-6'), { recursive: true })
  writeFileSync(join(dir, 'memory/folder-7/new.md'), '- a heron too\n')
  const second = await open()
  await second.memory.ready()
  expect(second.events.filter((event) => event.type === 'indexing').length).toBeLessThanOrEqual(FILES / 100 + 10)
  expect((await second.memory.search('heron')).hits.map((hit) => hit.path).toSorted()).toEqual([
    'memory/folder-5/5.md',
    'memory/folder-7/new.md',
  ])
  expect((await second.memory.search('number106')).hits.map((hit) => hit.path)).not.toContain('memory/folder-6/106.md')
  expect((await second.memory.status()).index.scopes.notes.files).toBe(FILES - FILES / 100 + 1)
  await second.close()
}, 240_000)
