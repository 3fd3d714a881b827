// Notes line by line on the command line: listed, changed, ended, taken back, moved in from elsewhere.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandLines } from './command-lines.ts'

test('a line has an id: it is changed, ended, and what it said before is kept', async () => {
  const { ran } = commandLines()
  const said = async (line: string) => {
    const [, code, ...lines] = await ran(line)
    return [
      code,
      ...lines.map((each) =>
        String(each)
          .replaceAll(/\b[a-z0-9]{6,}(?=  |\.|$)/g, '<id>')
          .replaceAll('<hash>', '<id>'),
      ),
    ]
  }
  const ids = async () => {
    const [, , ...out] = await ran('memory list --json')
    return (JSON.parse(out.join('\n')) as { id: string; text: string }[]).map(({ id }) => id)
  }
  expect((await ran('memory list'))[1]).toBe(1)
  await ran('memory add "The staging port is 8443."')
  const [code, listed = ''] = await said('memory list')
  expect([code, String(listed).replace(/^\S+/, '<id>')]).toEqual([0, '<id>  Fact: The staging port is 8443. (user)'])
  const [id = ''] = await ids()
  expect(await said(`memory change ${id} ""`)).toEqual([2, '', 'beside:', 'daypack: An argument is empty.'])
  const [, changed = ''] = await said(`memory change ${id} "The staging port is 9443."`)
  expect(String(changed)).toMatch(/^Changed; the line is \S+ now\.$/)
  const [next = ''] = await ids()
  expect(await said(`memory history ${next}`)).toEqual([
    0,
    'now: The staging port is 9443. (user)',
    'until <day>: The staging port is 8443. (user memory/<day>.md)',
  ])
  expect(await said(`memory end ${next}`)).toEqual([
    0,
    'Ended; it stays in the notes, struck, and no session begins with it.',
  ])
  expect(await said('memory list')).toEqual([0, 'There are no lines yet.'])
  expect((await said(`memory change ${next} "x"`))[0]).toBe(1)
})

test('each change can be looked at and taken back', async () => {
  const { at, ran } = commandLines()
  await ran('memory add "The staging port is 8443."')
  const file = () => readFileSync(path.join(at.dir, '.daypack/MEMORY.md'), 'utf8')
  await ran('memory add "Ada likes tea."')
  const [, , newest = ''] = await ran('memory log --limit 1')
  const [id = ''] = String(newest).split(' ')
  expect((await ran(`memory diff ${id}`)).some((line) => String(line).includes('Ada likes tea.'))).toBe(true)
  const shown = (line: readonly unknown[]) => line.map((each) => String(each).replaceAll(id, '<id>')).slice(1)
  expect(shown(await ran(`memory revert ${id}`))).toEqual([
    '0',
    'MEMORY.md is as it was before <id>; the version you had is kept.',
  ])
  expect([file().includes('8443'), file().includes('Ada')]).toEqual([true, false])
  expect(shown(await ran(`memory revert ${id}`))).toEqual(['0', 'There is nothing left of <id> to undo.'])
})

test('of a user, an agent, a project or a team: notes of their own', async () => {
  const { ran } = commandLines()
  await ran('memory add "Ada likes tea." --user ada')
  expect((await ran('memory search tea --user ada')).slice(2).join('\n')).toContain('Ada likes tea.')
  expect((await ran('memory search tea')).slice(2).join('\n')).not.toContain('Ada likes tea.')
})

test('what is forgotten is not written again; where traces are left the exit code says so', async () => {
  const { ran } = commandLines()
  await ran('memory add "The locker code is 4711."')
  await ran('memory forget "locker code"')
  expect((await ran('memory search locker')).join('\n')).not.toContain('4711')
  expect((await ran('memory forget "locker code"'))[1]).toBe(0)
  expect((await ran('memory forget ""')).at(-1)).toBe('daypack: An argument is empty.')
})

test('statements and conversations of others move in once, and all notes come out in one text', async () => {
  const { at, ran } = commandLines()
  mkdirSync(path.join(at.dir, 'in'))
  at.file('in/MEMORY.md', '- Ada likes tea.\n- The port is 8443.\n')
  const [, code, first = ''] = await ran('memory import in')
  expect([code, String(first)]).toEqual([0, expect.stringMatching(/^From .*: 2 statements, 2 new\.$/)])
  expect(String((await ran('memory import in'))[2])).toMatch(/: 2 statements, 0 new\.$/)
  const [, , ...out] = await ran('memory export')
  expect([out[0], out.join('\n').includes('Ada likes tea.')]).toEqual(['<!-- MEMORY.md -->', true])
})
