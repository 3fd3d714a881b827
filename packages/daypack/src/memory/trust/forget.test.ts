import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { sqliteIndexStore } from '../../drivers/sqlite/index-store.ts'
import { filesDriver } from '../../drivers/files/index.ts'
import type { Entry } from '../../model/entry.ts'
import { createMemory } from '../memory.ts'
import { bytesLeft } from './traces.ts'

const root = temporary()
const NOON = Date.UTC(2026, 10, 15, 12)
const DAY = 24 * 60 * 60 * 1000
const SECRET = 'My bank account at Montepio is 4711-0815'
const said = (seq: number, text: string): Entry => ({
  seq,
  at: NOON,
  kind: 'message',
  message: { role: 'user', blocks: [{ type: 'text', text }] },
  hash: '',
  sizes: [],
  counter: '',
})

async function open() {
  const clock = { now: NOON }
  const dir = mkdtempSync(join(root, 'w-'))
  mkdirSync(join(dir, 'memory'))
  const driver = await filesDriver({ dir, now: () => clock.now, zone: 'UTC' })
  const memory = createMemory({
    driver,
    dir,
    index: sqliteIndexStore({ file: join(dir, 'index/memory.db') }),
    now: () => clock.now,
    watch: false,
    schedule: false,
  })
  onTestFinished(async () => {
    await memory.close()
    await driver.close()
  })
  return { clock, dir, driver, memory }
}

test('forgotten by its words: gone from notes, versions and index, proven byte by byte, and it stays gone', async () => {
  const { clock, dir, driver, memory } = await open()
  writeFileSync(
    join(dir, 'memory/table.md'),
    `| what | which |\n|---|---|\n| bank | ${SECRET} |\n\n\`\`\`\n${SECRET}\n\`\`\`\n`,
  )
  await memory.remember('I like tea')
  await memory.remember(SECRET)
  await memory.remember('I like coffee')
  await memory.write(`Talked about it: ${SECRET}`, { by: 'model', session: 's1', seq: 3 })
  expect((await memory.search('bank account montepio')).hits.length).toBeGreaterThan(2)
  const dry = await memory.forget({ query: 'bank account montepio' }, { dryRun: true })
  expect(dry).toMatchObject({ versions: 0, left: [], proven: false })
  expect(dry.lines.map((line) => line.citation)).toEqual([
    'MEMORY.md#L4',
    'memory/2026-11-15.md#L2',
    'memory/table.md#L3',
    'memory/table.md#L6',
  ])
  expect((await memory.search('bank account montepio')).hits.length).toBeGreaterThan(2)

  const result = await memory.forget({ query: 'bank account montepio' })
  expect(result).toMatchObject({ left: [], proven: true })
  expect(result.versions).toBeGreaterThan(0)
  expect(await bytesLeft(dir, [SECRET, '4711-0815', 'Montepio', 'montepio'])).toEqual([])
  expect((await memory.search('bank account montepio')).hits).toEqual([])
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toContain('tea')

  // Every way back in is closed.
  await driver.log.append('s2', [said(1, `Hi. ${SECRET}. Remember it.`)], { expect: 0 })
  await memory.flush('s2', 1)
  await memory.drain()
  expect((await memory.write(SECRET, { by: 'model' })).state).toBe('forgotten')
  for (const { id } of await memory.log()) await memory.revert(id).catch(() => undefined)
  clock.now += DAY
  await memory.consolidate()
  const left = await bytesLeft(dir, [SECRET])
  expect(left.filter(({ file }) => !file.startsWith('log/'))).toEqual([])
  expect((await memory.search('bank account montepio')).hits).toEqual([])

  // Unless the user says so again.
  expect((await memory.remember(SECRET)).state).toBe('written')
  expect((await memory.search('bank account montepio')).hits.length).toBeGreaterThan(0)
})

test('forgotten by its source: everything from one session, and nothing else', async () => {
  const { dir, memory } = await open()
  await memory.write('Fact from the first', { by: 'user', session: 's1', seq: 3 })
  await memory.write('Fact from the tenth', { by: 'user', session: 's10', seq: 3 })
  await memory.write('Another one from the first', { by: 'tool', session: 's1', seq: 9, path: 'memory/other.md' })
  const { lines } = await memory.forget({ source: 's1' })
  expect(lines.map((line) => line.text)).toEqual(['Fact from the first', 'Another one from the first'])
  expect(readFileSync(join(dir, 'memory/2026-11-15.md'), 'utf8')).toContain('tenth')
  expect((await memory.write('Something new', { by: 'user', session: 's1', seq: 12 })).state).toBe('forgotten')
})

test('what is signed cannot be edited, and is named', async () => {
  const { driver, memory } = await open()
  const wire = { type: 'thinking', thinking: `They say: ${SECRET}`, signature: 'x' }
  const thought: Entry = {
    ...said(1, ''),
    kind: 'message',
    message: {
      role: 'assistant',
      blocks: [
        { type: 'opaque', purpose: 'reasoning', wire },
        { type: 'text', text: SECRET },
      ],
    },
    hash: '',
    sizes: [],
    counter: '',
  }
  await driver.log.append('s1', [thought], { expect: 0 })
  await memory.remember(SECRET)
  const { left, archive } = await memory.forget({ query: SECRET }, { everywhere: true })
  expect(archive).toEqual({ sessions: ['s1'], messages: 1, results: 0 })
  expect(left.map(({ file }) => file)).toEqual(['log/s1.jsonl'])
  const [entry] = (await driver.log.read('s1')).entries
  expect(entry?.kind === 'message' && entry.message.blocks).toEqual([
    { type: 'opaque', purpose: 'reasoning', wire },
    { type: 'text', text: SECRET.replace(/\S/g, '*') },
  ])
})

test('bytes that stand outside the notes are named, not hidden', async () => {
  const { driver, memory } = await open()
  await driver.log.append('s1', [said(1, SECRET)], { expect: 0 })
  await memory.remember(SECRET)
  const { left } = await memory.forget({ query: SECRET })
  expect(left.map(({ file }) => file.split('/')[0])).toEqual(['log'])
})
