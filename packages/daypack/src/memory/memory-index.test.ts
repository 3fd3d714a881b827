import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { NoteStore } from '../model/driver.ts'
import { DaypackError } from '../model/errors.ts'
import type { IndexStore } from '../model/index-store.ts'
import { memoryIndexStore } from './index/memory-store.ts'
import type { MemoryEvent } from './api.ts'
import { createMemory } from './memory.ts'
import { NOON, open, workspace, found } from '../../test/memory/desk.ts'

test('CJK and mixed scripts are found', async () => {
  const memory = await open(workspace())
  await memory.remember('我们决定用 PostgreSQL 替换 MySQL 数据库')
  await memory.write('猫の名前はタマです', { by: 'user' })
  expect((await found(memory, '数据库'))[0]).toContain('PostgreSQL')
  expect((await found(memory, 'postgresql 数据库 选择'))[0]).toContain('PostgreSQL')
  expect((await found(memory, '猫の名前'))[0]).toContain('タマ')
})

test('the archive is searched in its own scope', async () => {
  const now = () => NOON
  const driver = memoryDriver({ now, zone: 'UTC' })
  await driver.days.append([
    {
      session: 's1',
      seq: 1,
      at: NOON,
      sha256: 'x',
      message: { role: 'user', blocks: [{ type: 'text', text: 'the walrus sings at dawn' }] },
    },
  ])
  await driver.blobs.put('log line: pelican crashed')
  const memory = createMemory({ driver, now })
  onTestFinished(() => memory.close())
  expect((await memory.search('walrus')).hits).toEqual([])
  expect((await memory.search('walrus', { scope: 'dialog' })).hits[0]).toMatchObject({
    path: 'dialog/2026-11-15.jsonl',
    startLine: 1,
    scope: 'dialog',
  })
  expect((await memory.search('pelican', { scope: ['notes', 'results'] })).hits[0]?.scope).toBe('results')
})

test('a note with a secret is indexed without it', async () => {
  const dir = workspace()
  const token = `ghp_${'a1'.repeat(18)}`
  writeFileSync(join(dir, 'MEMORY.md'), `- deploy token ${token}\n`)
  const memory = await open(dir)
  const { hits } = await memory.search('deploy token')
  expect(hits[0]?.text).toContain('[redacted github')
  expect(JSON.stringify(hits)).not.toContain(token)
  expect((await memory.get('MEMORY.md')).text).not.toContain(token)
})

test('the index can be deleted at any moment and comes back equal', async () => {
  const dir = workspace()
  for (const name of ['a', 'b', 'c']) writeFileSync(join(dir, `memory/${name}.md`), `- the plover nests in ${name}\n`)
  const memory = await open(dir)
  const before = (await memory.search('where does the plover nest?')).hits
  expect(before).toHaveLength(3)
  rmSync(join(dir, 'index'), { recursive: true })
  expect((await memory.search('where does the plover nest?')).hits).toEqual(before)
  await memory.close()
  rmSync(join(dir, 'index'), { recursive: true })
  expect((await (await open(dir)).search('where does the plover nest?')).hits).toEqual(before)
})

test('an import tells how far it is', async () => {
  const dir = workspace()
  for (let index = 0; index < 40; index++) writeFileSync(join(dir, `memory/${index}.md`), `- note ${index}\n`)
  const memory = await open(dir)
  await memory.ready()
  const progress = memory.events.filter((event) => event.type === 'indexing')
  expect(progress.at(-1)).toMatchObject({ done: 40, of: 40 })
  expect((await memory.status()).index.scopes.notes.files).toBe(40)
})

test('an index that fails is told of, holds up no write, and catches up', async () => {
  const dir = workspace()
  const store = memoryIndexStore()
  let broken = false
  const index: IndexStore = {
    ...store,
    write: (changes) => {
      if (broken) throw new Error('the disk is full')
      return store.write(changes)
    },
  }
  const memory = await open(dir, { index })
  await memory.ready()
  broken = true
  expect((await memory.remember('The kite is red')).state).toBe('written')
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toContain('The kite is red')
  expect(memory.events).toContainEqual({ type: 'failed', what: 'index', why: 'the disk is full' })
  expect(await found(memory, 'kite red')).toEqual([])
  broken = false
  expect((await found(memory, 'kite red'))[0]).toContain('The kite is red')
})

test('a note that cannot be read just now keeps its place, and the others are read', async () => {
  const now = () => NOON
  const driver = memoryDriver({ now, zone: 'UTC' })
  await driver.notes.write('memory/a.md', '- alpha kestrel', { expect: undefined })
  await driver.notes.write('memory/b.md', '- beta kestrel', { expect: undefined })
  let locked = ''
  const notes: NoteStore = {
    ...driver.notes,
    read: async (path) => {
      if (path === locked) throw new DaypackError('io', 'permission denied')
      return driver.notes.read(path)
    },
  }
  const events: MemoryEvent[] = []
  const memory = createMemory({
    driver: { ...driver, notes },
    now,
    schedule: false,
    onEvent: (event) => events.push(event),
  })
  onTestFinished(() => memory.close())
  expect(await found(memory, 'kestrel')).toHaveLength(2)
  locked = 'memory/a.md'
  await memory.write('gamma kestrel', { by: 'user', path: 'memory/b.md' })
  await memory.reindex().catch(() => undefined)
  expect(events).toContainEqual({ type: 'failed', what: 'reading memory/a.md', why: 'permission denied' })
})
