import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { filesDriver } from '../../drivers/files/index.ts'
import { textMemo } from '../../model/text-memo.ts'
import { temporary } from '../../../test/temporary.ts'
import { heard } from '../../../test/memory/desk.ts'
import type { Driver, NoteStore } from '../../model/driver.ts'
import { openState } from '../notes/state.ts'
import { forget, type ForgetContext } from './forget.ts'
import { NO_ARCHIVE } from './forget-archive.ts'
import { tombstones } from './tombstones.ts'

const AT = Date.UTC(2026, 10, 15, 12)
const dir = temporary()
const HERON = { query: 'heron' }

async function open(files: Readonly<Record<string, string>>, { log, days, blobs, notes }: Driver, at?: string) {
  const state = await openState(log, () => AT)
  const gone = tombstones(state)
  if (notes === undefined) throw new Error('no notes')
  for (const [path, text] of Object.entries(files)) await notes.write(path, text, { expect: undefined })
  const done: string[] = []
  const context: ForgetContext = {
    notes,
    stores: { ...(log && { log }), ...(days && { days }), ...(blobs && { blobs }) },
    tombstones: gone,
    now: () => AT,
    reindex: async () => done.push('reindex'),
    ...(at !== undefined && { dir: at }),
  }
  const read = async (path: string) => (await notes.read(path))?.text
  return { context, gone, done, read }
}
const inMemory = () => memoryDriver({ now: () => AT, zone: 'UTC' })
const NOTE = '# Birds\n\n- A heron\n  stands there.\n- A swan.\n\n| the heron | 3 |\n\n- Fact: Heron again.\n'

test('statements with their further lines and lines of tables, in the order of the note, as a person reads them', async () => {
  const { context, read, gone, done } = await open({ 'memory/a.md': NOTE, 'memory/b.md': 'No bird.\n' }, inMemory())
  const result = await forget(HERON, context)
  expect(result.lines).toEqual([
    { citation: 'memory/a.md#L3-L4', path: 'memory/a.md', text: 'A heron stands there.' },
    { citation: 'memory/a.md#L7', path: 'memory/a.md', text: '| the heron | 3 |' },
    { citation: 'memory/a.md#L9', path: 'memory/a.md', text: 'Heron again.' },
  ])
  expect(await read('memory/a.md')).toBe('# Birds\n\n- A swan.\n\n\n')
  expect(await read('memory/b.md')).toBe('No bird.\n')
  expect(gone.has('A heron stands there.')).toBe(true)
  expect(done).toEqual(['reindex'])
  // No folder: nothing could be searched, so nothing is proven.
  expect(result).toMatchObject({ left: [], proven: false, archive: NO_ARCHIVE })
})

test('a note keeps its line ends', async () => {
  const { context, read } = await open(
    { 'memory/a.md': '- heron\r\n- swan\r\n', 'memory/b.md': '- heron\n- swan\n' },
    inMemory(),
  )
  await forget(HERON, context)
  expect([await read('memory/a.md'), await read('memory/b.md')]).toEqual(['- swan\r\n', '- swan\n'])
})

test('only looked at, nothing changes; everywhere says what would go there, too', async () => {
  const driver = inMemory()
  const { context, read, gone, done } = await open({ 'memory/a.md': NOTE }, driver)
  await driver.log.append('s1', [heard('user', 'A heron lands.', 1)], { expect: 0 })
  const archive = { sessions: ['s1'], messages: 1, results: 0 }
  const dry = await forget(HERON, context, { dryRun: true })
  expect([dry.lines.length, dry.archive, dry.proven]).toEqual([3, NO_ARCHIVE, false])
  expect((await forget(HERON, context, { dryRun: true, everywhere: true })).archive).toEqual(archive)
  expect([await read('memory/a.md'), gone.size, done]).toEqual([NOTE, 0, []])
  expect((await forget(HERON, context)).archive).toEqual(NO_ARCHIVE)
  expect(JSON.stringify(await driver.log.read('s1'))).toContain('heron')
  expect((await forget(HERON, context, { everywhere: true })).archive).toEqual(archive)
  expect(JSON.stringify(await driver.log.read('s1'))).not.toContain('heron')
})

test('by a source: what came from there, and it stays gone; by words no source is', async () => {
  const files = { 'memory/a.md': '- One. <!-- @user s1#2 -->\n- Two. <!-- @user s2#2 -->\n' }
  const bySource = await open(files, inMemory())
  expect((await forget({ source: 's1' }, bySource.context)).lines.map(({ text }) => text)).toEqual(['One.'])
  expect([bySource.gone.has('x', ['s1#9']), bySource.gone.has('x', ['s2#9'])]).toEqual([true, false])
  const byWords = await open(files, inMemory())
  await forget({ query: 'one' }, byWords.context)
  expect(byWords.gone.has('x', ['s1#9'])).toBe(false)
})

test('a note that somebody removes meanwhile is passed over', async () => {
  const driver = inMemory()
  const { context } = await open({ 'memory/a.md': '- heron\n' }, driver)
  const notes: NoteStore = { ...driver.notes, list: async () => ['memory/a.md', 'memory/gone.md'] }
  expect((await forget(HERON, { ...context, notes })).lines.map(({ path }) => path)).toEqual(['memory/a.md'])
})

test('what this process remembers of texts goes, too', async () => {
  const memo = textMemo(new Map([['heron', 1]]))
  const { context } = await open({}, inMemory())
  await forget(HERON, context, { dryRun: true })
  expect(memo.size).toBe(1)
  await forget(HERON, context)
  expect(memo.size).toBe(0)
})

test('on disk: where words are left is named; everywhere the results that hold them go, those in the trash as well', async () => {
  const driver = await filesDriver({ dir, now: () => AT, zone: 'UTC' })
  const { context } = await open({ 'MEMORY.md': '- A heron.\n- A swan.\n' }, driver, dir)
  await driver.log.append('s1', [heard('user', 'A heron lands. Heron!', 1)], { expect: 0 })
  const kept = await driver.blobs.put('result: heron')
  const trashed = await driver.blobs.put('older result: heron')
  await driver.blobs.mark(trashed.ref, AT)
  await driver.blobs.drop(trashed.ref, 'old', AT)
  const here = await forget(HERON, context)
  expect(here.proven).toBe(true)
  expect(here.versions).toBeGreaterThan(0)
  const results = (left: typeof here.left) => left.filter(({ file }) => /[0-9a-f]{64}/.test(file))
  expect(here.left.find(({ file }) => file === 'log/s1.jsonl')?.times).toBe(2)
  expect(results(here.left)).toHaveLength(2)
  const everywhere = await forget(HERON, context, { everywhere: true })
  expect(everywhere).toMatchObject({ archive: { sessions: ['s1'], messages: 1, results: 1 }, left: [], proven: true })
  expect(await driver.blobs.get(kept.ref)).toMatchObject({ gone: true })
  await driver.close()
})
