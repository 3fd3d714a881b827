import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, within, type Project } from './run.ts'

let at: Project
beforeEach(() => void (at = project()))
afterEach(() => at.remove())

const message = (seq: number, text: string, role = 'user') => ({
  seq,
  at: seq,
  kind: 'message',
  message: { role, blocks: [{ type: 'text', text }] },
  hash: 'h',
  sizes: [{ tokens: 1, bytes: text.length }],
  counter: 'c',
})
const exported = (session: string, ...entries: unknown[]) =>
  [{ format: 'daypack-export', version: 1, session, entries: entries.length }, ...entries.map((entry) => ({ entry }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
const inSpace = (...args: string[]) => within(at, [...args, '--dir', path.join(at.dir, 'space')])

test('F-67: import takes all or nothing, and no entry that is none', async () => {
  const good = at.file('good.jsonl', exported('good', message(1, 'hello'), message(2, 'again', 'assistant')))
  expect((await inSpace('import', good)).out).toContain('Session good: 2 messages')
  const wrong = [
    { ...message(1, ''), message: { role: 'user' } },
    { ...message(1, ''), message: { role: 'user', blocks: [{ type: 'text' }] } },
    { ...message(1, ''), sizes: 3 },
    { seq: 1, at: 1, kind: 'edits', by: 'x', why: 'y', saved: 0, edits: [{ op: 'fold', from: 1 }] },
    { seq: 1, at: 1, kind: 'nonsense' },
    { seq: 1, at: 1, kind: 'mark' },
    null,
    'text',
  ]
  for (const [index, entry] of wrong.entries()) {
    const file = at.file('bad.jsonl', exported(`bad${index}`, entry, message(2, 'and', 'assistant'), message(3, 'on')))
    const ran = await inSpace('import', file)
    expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/damaged|holds no session/)])
  }
  const blob = JSON.stringify({ blob: 'ab', base64: Buffer.from('something else').toString('base64') })
  const changed = at.file(
    'changed.jsonl',
    `${exported('changed', message(1, 'a'), message(2, 'b', 'assistant'))}${blob}\n`,
  )
  expect((await inSpace('import', changed)).err).toContain('does not match its hash')
  const cut = at.file('cut.jsonl', exported('cut', message(1, 'a'), message(2, 'b')).replace(/.*\n$/, ''))
  expect((await inSpace('import', cut)).err).toContain('1 of 2 entries')
  expect((await inSpace('sessions')).out.trim().split('\n')).toHaveLength(1)
  const reserved = await inSpace('import', good, '--as', 'daypack.memory')
  expect([reserved.code, reserved.err]).toEqual([2, expect.stringContaining('memory keeps its own log')])
})

test('F-67: a broken session is named, the others are shown, and it can be removed', async () => {
  const good = at.file('good.jsonl', exported('good', message(1, 'hello'), message(2, 'hi', 'assistant')))
  await inSpace('import', good)
  const log = path.join(at.dir, 'space', 'log')
  mkdirSync(log, { recursive: true })
  const payload = JSON.stringify({ format: 'daypack', version: 99, kind: 'log', session: 'future' })
  const sha256 = createHash('sha256').update(payload).digest('hex').slice(0, 16)
  const header = `{"seq":0,"at":"2026-01-01T00:00:00.000Z","sha256":"${sha256}","bytes":${payload.length},"payload":${payload}}\n`
  writeFileSync(path.join(log, 'future.jsonl'), header)
  const listed = await inSpace('sessions')
  expect(listed.code).toBe(1)
  expect(listed.out).toMatch(/^future {2}cannot be read: .*version 99/m)
  expect(listed.out).toMatch(/^good {2}2 messages/m)
  const doctor = await inSpace('doctor')
  expect(doctor.out).toContain('session future cannot be read')
  expect(doctor.out).toContain('stored results')
  expect((await inSpace('session', 'rm', 'future')).code).toBe(2)
  expect((await inSpace('session', 'rm', 'future', '--yes')).out).toContain('Removed future')
  expect(readdirSync(log)).not.toContain('future.jsonl')
  expect((await daypack(at, ['sessions', '--dir', path.join(at.dir, 'space')])).code).toBe(0)
  expect((await inSpace('session', 'rm', 'future', '--yes')).code).toBe(1)
})

test('a workspace that cannot be opened ends the chat', async () => {
  const file = at.file('afile', '')
  for (const dir of [file, path.join(file, 'space'), ...(existsSync('/proc/self') ? ['/proc/space'] : [])]) {
    const { code, err } = await daypack(at, ['chat', '--model', 'scripted', '-p', 'hi', '--dir', dir])
    expect([code, err]).toEqual([2, expect.stringContaining(`Opening the workspace ${dir} failed`)])
  }
})
