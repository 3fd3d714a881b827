import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { filesDriver } from '../../drivers/files/index.ts'
import { memoryDriver } from '../../drivers/memory/index.ts'
import { lineDiff } from './diff.ts'
import { changeDiff, changes, revertChange } from './history.ts'
import { appended, appendedTo, updateNote } from './update.ts'

const fresh = () => memoryDriver({ now: () => 5 }).notes

test('log, diff and revert of one change', async () => {
  const notes = fresh()
  await updateNote(notes, 'MEMORY.md', () => '- a\n- b\n', 'first')
  await updateNote(notes, 'MEMORY.md', (text) => text?.replace('- b', '- c'), 'second')
  const [change] = await changes(notes)
  expect(change).toMatchObject({ path: 'MEMORY.md', why: 'second', at: 5, added: 1, removed: 1 })
  const id = change?.id ?? ''
  expect(await changeDiff(notes, id)).toBe('@@ line 1 @@\n - a\n-- b\n+- c')
  await revertChange(notes, id)
  expect((await notes.read('MEMORY.md'))?.text).toBe('- a\n- b\n')
})

test('a revert spares what was written since', async () => {
  const notes = fresh()
  await updateNote(notes, 'MEMORY.md', () => '- a\n- b\n- c\n', 'first')
  await updateNote(notes, 'MEMORY.md', () => '- a\n- B\n- c\n- d\n', 'second')
  await updateNote(notes, 'MEMORY.md', (text) => `# Mine\n${text}- e\n`, 'third')
  const second = (await changes(notes)).find((change) => change.why === 'second')
  await revertChange(notes, second?.id ?? '')
  expect((await notes.read('MEMORY.md'))?.text).toBe('# Mine\n- a\n- b\n- c\n- e\n')
})

test('the first write of a note is a change too: taken back, the note is gone, unless somebody has added to it', async () => {
  const notes = fresh()
  await updateNote(notes, 'memory/a.md', () => '# A\n- a\n', 'made')
  const [made] = await changes(notes)
  expect(made).toMatchObject({ path: 'memory/a.md', why: 'made', added: 2, removed: 0 })
  expect(await changeDiff(notes, made?.id ?? '')).toBe('@@ line 1 @@\n+# A\n+- a')
  expect((await revertChange(notes, made?.id ?? '')).changed).toBe(true)
  expect(await notes.read('memory/a.md')).toBeUndefined()
  expect((await revertChange(notes, made?.id ?? '')).changed).toBe(false)
  const [removal] = await changes(notes)
  await revertChange(notes, removal?.id ?? '')
  expect((await notes.read('memory/a.md'))?.text).toBe('# A\n- a\n')
  await updateNote(notes, 'memory/a.md', (text) => `${text}- mine\n`, 'person')
  await revertChange(notes, made?.id ?? '')
  expect((await notes.read('memory/a.md'))?.text).toBe('- mine\n')
})

test.each(['MEMORY.md@99', '', '@', 'nope', '@00000001'])('%j is an error that says where to look', async (id) => {
  await expect(revertChange(fresh(), id)).rejects.toThrow('memory log')
  await expect(changeDiff(fresh(), id)).rejects.toThrow('memory log')
})

test('a diff turns one text into the other', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const steps = lineDiff(`${a.join('\n')}\n`, `${b.join('\n')}\n`, 100)
        .split('\n')
        .filter((line) => !line.startsWith('@@'))
      if (a.join('\n') === b.join('\n')) return
      const side = (sign: string) =>
        steps.filter((line) => line.startsWith(sign) || line.startsWith(' ')).map((line) => line.slice(1))
      expect(side('-').join('\n')).toBe(`${a.join('\n')}\n`.replace(/\n$/, ''))
      expect(side('+').join('\n')).toBe(`${b.join('\n')}\n`.replace(/\n$/, ''))
    }),
  )
})

test('appending keeps sections', () => {
  expect(appended(undefined, '- a')).toBe('- a\n')
  expect(appended('x\n', '## H\n- a')).toBe('x\n\n## H\n- a\n')
  expect(appendedTo('# M\n\n## Facts\n- a\n\n## Other\n- z\n', 'Facts', '- b')).toBe(
    '# M\n\n## Facts\n- a\n- b\n\n## Other\n- z\n',
  )
  expect(appendedTo('# M\n## facts <!-- @user -->\n- a\n', 'Facts', '- b')).toBe(
    '# M\n## facts <!-- @user -->\n- a\n- b\n',
  )
  expect(appendedTo('# M\n', 'Facts', '- b')).toBe('# M\n\n## Facts\n- b\n')
})

test('a note keeps its line ends, through a change and when it is taken back', async () => {
  const notes = fresh()
  await notes.write('memory/a.md', 'x\r\ny', { expect: undefined, why: '' })
  await updateNote(notes, 'memory/a.md', (text) => appended(text, '- a\n- b'), 'add')
  expect((await notes.read('memory/a.md'))?.text).toBe('x\r\ny\r\n- a\r\n- b\r\n')
  await revertChange(notes, (await changes(notes))[0]?.id ?? '')
  expect((await notes.read('memory/a.md'))?.text).toBe('x\r\ny')
})

test('many writers at once, in one process: every line arrives', async () => {
  const notes = fresh()
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      updateNote(notes, 'memory/a.md', (text) => appended(text, `- ${index}`), 'test'),
    ),
  )
  expect((await notes.read('memory/a.md'))?.text.split('\n').filter(Boolean)).toHaveLength(50)
})

test('a revert spares a line a person typed with an editor in between', async () => {
  const dir = temporary()
  const driver = await filesDriver({ dir, now: () => 5 })
  const { notes } = driver
  await updateNote(notes, 'MEMORY.md', () => '- a\n- b\n', 'first')
  await updateNote(notes, 'MEMORY.md', () => '- a\n- c\n', 'second')
  writeFileSync(join(dir, 'MEMORY.md'), '- typed\n- a\n- c\n')
  const second = (await changes(notes)).find((change) => change.why === 'second')
  expect(second).toMatchObject({ added: 1, removed: 1 })
  await revertChange(notes, second?.id ?? '')
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toBe('- typed\n- a\n- b\n')
  await driver.close()
})
