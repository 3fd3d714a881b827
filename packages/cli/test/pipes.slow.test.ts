import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { modelOf } from 'daypack'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, within, type Project } from './run.ts'

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

test('without a key the first step is told; keys never show', async () => {
  const none = await daypack(at, ['chat'], 'hi\n')
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('--model scripted') })
  const env = { DAYPACK_BASE_URL: 'http://127.0.0.1:9/v1', DAYPACK_MODEL: 'm', DAYPACK_API_KEY: 'sk-very-secret' }
  const refused = await daypack(at, ['chat'], 'hi\n', env)
  expect(refused.code).toBe(1)
  expect(refused.out + refused.err).not.toContain('very-secret')
  const doctor = await within(at, ['doctor', '--json'], env)
  expect(JSON.parse(doctor.out)).toMatchObject({ ok: true })
  expect(doctor.out).not.toContain('very-secret')
})

test('a session is exported, imported, explained, compacted and undone; damage is found', async () => {
  const long = Array.from({ length: 40 }, (_, n) => ({
    role: n % 2 ? 'assistant' : 'user',
    content: `message ${n}: ${'some words about the harbour '.repeat(40)}`,
  }))
  at.file('transcript.json', JSON.stringify({ messages: long }))
  expect(await daypack(at, ['import', 'transcript.json', '--as', 'first'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('40 messages'),
  })
  expect(await within(at, ['export', 'first', 'first.jsonl'])).toMatchObject({ code: 0 })
  const replayed = await within(at, ['replay', 'first.jsonl', '--json'])
  expect(JSON.parse(replayed.out)).toMatchObject({ messages: 40, skipped: 0 })
  expect(await within(at, ['import', 'first.jsonl'])).toMatchObject({ code: 1, err: expect.stringContaining('--as') })
  expect(await within(at, ['import', 'first.jsonl', '--as', 'second'])).toMatchObject({ code: 0 })
  const compacted = await within(at, ['compact', 'second', '--json'])
  const { before, after } = JSON.parse(compacted.out) as { before: { tokens: number }; after: { tokens: number } }
  expect(after.tokens).toBeLessThan(before.tokens)
  expect(JSON.parse((await within(at, ['explain', 'second', '--json'])).out)).toMatchObject({
    messages: 40,
    shown: { folds: 1 },
  })
  expect(JSON.parse((await within(at, ['undo', 'second', '--json'])).out)).toMatchObject({
    after: { tokens: before.tokens },
  })
  expect(await within(at, ['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('All is well.') })
  const log = path.join(at.dir, '.daypack', 'log', 'first.jsonl')
  const lines = readFileSync(log, 'utf8').split('\n')
  writeFileSync(
    log,
    [...lines.slice(0, 3), `${lines[3]?.slice(0, 40)}XX${lines[3]?.slice(42)}`, ...lines.slice(4)].join('\n'),
  )
  expect(await within(at, ['doctor'])).toMatchObject({ code: 1, out: expect.stringContaining('unreadable') })
})

test('doctor knows the window the chat uses, and a folder nothing can be stored in', async () => {
  const { out } = await within(at, ['doctor'], { ANTHROPIC_API_KEY: 'sk-test' })
  const [, id] = /anthropic:(\S+)/.exec(out) ?? []
  expect(out).toContain(`window ${modelOf(id ?? '')?.window}\n`)
  for (const dir of [at.file('afile', ''), path.join(at.dir, 'afile', 'space')])
    expect(await within(at, ['doctor', '--dir', dir])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/afile is not a folder.*Something is wrong/s),
    })
})

test('exit codes and help', async () => {
  expect(await daypack(at, ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Exit codes: 0 success, 1 failure, 2 wrong usage'),
  })
  expect(await within(at, ['memory', 'search', '--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('--scope'),
  })
  expect(await within(at, ['replay'], { HOME: at.dir })).toMatchObject({ code: 1 })
  expect(await daypack(at, ['explain', 'x'])).toMatchObject({ code: 1, err: expect.stringContaining('no workspace') })
})
