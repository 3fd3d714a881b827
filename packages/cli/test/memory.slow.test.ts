import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, within, type Project, type Ran } from './run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const memory = (...words: string[]): Promise<Ran> => within(at, ['memory', ...words])
const said = (ran: Ran): string => `${ran.code} ${ran.out}${ran.err}`

test('the first run: nothing there yet, the first note, found, logged, shown, taken back', async () => {
  for (const words of [['search', 'tea'], ['status']]) {
    expect(said(await memory(...words))).toMatch(
      /^1 daypack: There are no notes at .*\.daypack yet\. .*daypack memory add/,
    )
  }
  expect(said(await daypack(at, ['memory', 'add', 'I prefer tea']))).toBe('0 Written to MEMORY.md.\n')
  expect(said(await memory('add', 'I prefer tea'))).toBe('0 MEMORY.md says so already.\n')
  expect((await memory('search', 'tea')).out).toContain('I prefer tea')
  expect(said(await memory('why', 'prefer tea'))).toMatch(/^0 MEMORY\.md#L4 {2}user\n {4}I prefer tea\n$/)
  expect(said(await memory('why', 'coffee'))).toBe('1 No line of the notes says so.\n')
  const log = await memory('log')
  expect(log.out).toMatch(/^MEMORY\.md@00000001 {2}.* \+4 −0 {2}add \(user\)\n$/)
  expect((await memory('diff', 'MEMORY.md@00000001')).out).toContain('+- I prefer tea')
  expect((await memory('status')).out).toMatch(/Compared with the notes: 20.*newest note indexed: 20/)
  expect(said(await memory('consolidate'))).toMatch(/^0 Nothing to do: no finished day has anything new\./)
  expect(said(await memory('revert', 'MEMORY.md@00000001'))).toMatch(/^0 MEMORY\.md is as it was before/)
  expect(said(await memory('search', 'tea'))).toMatch(/^0 Nothing found\.\nThere is nothing to search yet/)
})

test('a folder of Markdown is enough, an import tells how far it is, and a finished day is merged with its diff', async () => {
  const notes = path.join(at.dir, 'notes')
  mkdirSync(path.join(notes, 'memory'), { recursive: true })
  for (let index = 0; index < 600; index++) writeFileSync(path.join(notes, `memory/${index}.md`), `- heron ${index}\n`)
  writeFileSync(path.join(notes, 'memory/2026-11-01.md'), '- Preference: I always use vim\n')
  const found = await memory('search', 'heron 321', '--dir', notes)
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('memory/321.md') })
  expect(found.err).toContain('Indexing notes: 601 of 601')
  expect((await memory('reindex', '--dir', notes)).out).toMatch(/^Indexed 601 files in \d+ pieces\.\n$/)
  const merged = await memory('consolidate', '--dir', notes)
  expect(merged.out).toMatch(/^MEMORY\.md was brought up to date from 1 finished day:\n/)
  expect(merged.out).toContain('+- I always use vim')
  expect(merged.out).toContain('To undo: daypack memory revert MEMORY.md@00000001')
})

test.each<[string[], string]>([
  [['search', ' '], 'The query is empty.'],
  [['search', 'a', '--scope', 'x'], 'There is no scope "x"'],
  [['search', 'a', '--limit', '0'], 'a whole number'],
  [['search'], 'missing required argument'],
  [['add', ''], 'The text to remember is empty.'],
  [['add', 'x', '--path', '/etc/passwd'], '"/etc/passwd" is not a note'],
  [['add', 'x', '--path', '../x.md'], '"../x.md" is not a note'],
  [['log', '../x'], '"../x" is not a note'],
  [['diff', ''], '"" is not the id of a change'],
  [['diff', 'nope'], '"nope" is not the id of a change'],
  [['revert', ''], '"" is not the id of a change'],
  [['forget', ' '], 'What to forget is empty.'],
  [['bogus'], "unknown command 'bogus'"],
  [['status', 'x'], 'too many arguments'],
])('wrong use is told in one line, with exit code 2: memory %j', async (words, line) => {
  mkdirSync(path.join(at.dir, '.daypack/memory'), { recursive: true })
  const ran = await memory(...words)
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(line) })
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
})

test('forget names what is left outside the notes, and everywhere removes it there too', async () => {
  const dir = path.join(at.dir, '.daypack')
  const pack = await createDaypack({ dir, memory: false })
  const text = 'Remember: my locker code is tango 4711. Thanks.'
  await (await pack.session('s1')).append({ role: 'user', blocks: [{ type: 'text', text }] })
  await pack.close()
  await memory('add', 'My locker code is tango 4711')
  const dry = await memory('forget', 'locker code', '--everywhere', '--dry-run')
  expect(said(dry)).toContain('Would forget 1 line:')
  expect(said(dry)).toContain('Would take it out of 1 message of sessions and the archive (s1).')
  const plain = await memory('forget', 'locker code')
  expect(said(plain)).toContain('1 Forgot 1 line:')
  expect(plain.out).toMatch(/--everywhere also removes it .*\n {2}log\/s1\.jsonl \(\d+\)\n$/)
  expect(said(await memory('forget', 'locker code', '--everywhere'))).toMatch(
    /^0 Nothing in the notes matches\.\nTaken out of 1 message/,
  )
  expect(readFileSync(path.join(dir, 'log/s1.jsonl'), 'utf8')).not.toContain('tango')
  expect(said(await memory('add', 'my locker code is tango 4711!'))).toBe('0 Written to MEMORY.md.\n')
})
