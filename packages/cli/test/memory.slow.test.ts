import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { project, within, type Project, type Ran } from './run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const memory = (...words: string[]): Promise<Ran> => within(at, ['memory', ...words])

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
  [['search', 'a', '--scope', 'x'], 'There is no scope "x"'],
  [['search', 'a', '--limit', '0'], 'a whole number'],
  [['search'], 'missing required argument'],
  [['add', 'x', '--path', '/etc/passwd'], '"/etc/passwd" is not a note'],
  [['add', 'x', '--path', '../x.md'], '"../x.md" is not a note'],
  [['log', '../x'], '"../x" is not a note'],
  [['diff', 'nope'], '"nope" is not the id of a change'],
  [['forget', ' '], 'An argument is empty.'],
  [['bogus'], "unknown command 'bogus'"],
  [['status', 'x'], 'too many arguments'],
])('wrong use is told in one line, with exit code 2: memory %j', async (words, line) => {
  mkdirSync(path.join(at.dir, '.daypack/memory'), { recursive: true })
  const ran = await memory(...words)
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(line) })
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1)
})
