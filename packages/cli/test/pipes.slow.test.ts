import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from './run.ts'

let at: Project
beforeEach(() => void (at = project()))
afterEach(() => at.remove())

test('without a terminal every line is a turn; all commands answer, wrong use loses nothing', async () => {
  at.file('a.txt', 'hello\n世界\n')
  const lines = [
    'read a.txt',
    '/compact',
    '/context',
    '/history',
    '/message 1',
    '/message x',
    '/message 99',
    '/compact_str',
    '/undo',
    '/undo x',
    '/explain',
    '/cost',
    '/memory',
    '/memory 世界',
    '/model',
    '/hist',
    '/help me',
    '/help',
    'run touch no.txt',
    '/new',
    '/clear',
    '/exit',
  ]
  const { code, out, err } = await daypack(at, ['chat', '--model', 'scripted'], `${lines.join('\n')}\n`)
  expect(err).toBe('')
  for (const text of [
    'Done. The answer begins: hello',
    'Nothing was compacted',
    'Biggest:',
    '4 messages,',
    'Message 1, user',
    '/message takes a number',
    'There is no message 99; there are 1 to 4',
    'There is no summary',
    'Nothing was undone',
    '/undo takes the number of a batch',
    'No epoch yet',
    '2 requests',
    'There are no notes yet',
    'scripted:',
    'did you mean /history?',
    '/help takes no arguments',
    'there is nobody to ask',
    'New session chat-',
    'is kept: daypack chat --resume',
  ])
    expect(out).toContain(text)
  expect(code).toBe(0)
  const dialog = path.join(at.dir, '.daypack', 'dialog')
  const archived = readdirSync(dialog)
    .map((name) => readFileSync(path.join(dialog, name), 'utf8'))
    .join('')
  expect(archived).toContain('read a.txt')
})

test('AGENTS.md, CLAUDE.md and skills reach the model with every request; a changed file counts from then on', async () => {
  at.file('AGENTS.md', 'Always say AYE.')
  at.file('CLAUDE.md', 'Never say NAY.')
  mkdirSync(path.join(at.dir, 'skills', 'sailing'), { recursive: true })
  writeFileSync(
    path.join(at.dir, 'skills', 'sailing', 'SKILL.md'),
    '---\nname: sailing\ndescription: how to reef\n---\nbody',
  )
  at.file(
    'echo.mjs',
    `export default ({ shown }) => ({ text: ['say AYE', 'say NAY', 'how to reef', 'say OHO'].filter((text) => shown.includes(text)).join(' + ') })`,
  )
  const chat = ['chat', '--continue', '--model', 'scripted', '--script', 'echo.mjs']
  expect((await daypack(at, chat, 'hi\n')).out).toContain('say AYE + say NAY + how to reef\n')
  at.file('AGENTS.md', 'Always say OHO.')
  expect((await daypack(at, chat, 'hi\n')).out).toContain('say NAY + how to reef + say OHO\n')
})

test('a request the provider fails is told, nothing is lost, and a script sees it by the exit code', async () => {
  at.file('bad.json', JSON.stringify([{ fault: { kind: 'cut', after: 1 } }]))
  at.file('good.json', JSON.stringify([{ text: 'here again' }]))
  const failed = await daypack(at, ['chat', '--model', 'scripted', '--script', 'bad.json'], 'hello\n')
  expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('That did not work') })
  const again = await daypack(at, ['chat', '-c', '--model', 'scripted', '--script', 'good.json'], 'go on\n')
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/, 1 message,[\s\S]*here again/) })
})
