// Which session is carried to another agent: a file, one of the workspace, or the newest one an agent has of this folder.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { textOf } from 'daypack/internal'
import { chatOn, saying } from '../../test/seeds/chat-support.ts'
import { sessionToCarry } from './agents.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'daypack-carry-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
  })
  for (const name of Object.keys(process.env)) if (/HOME|CLAUDE|CODEX|XDG/.test(name)) vi.stubEnv(name, undefined)
  vi.stubEnv('HOME', home)
})

/** A session of Claude Code in a folder, so many seconds old. */
function recorded(name: string, folder: string, said: string, age: number): string {
  const dir = path.join(home, '.claude/projects/x')
  mkdirSync(dir, { recursive: true })
  const file = path.join(dir, `${name}.jsonl`)
  const line = (role: string, content: unknown) =>
    JSON.stringify({
      type: role,
      uuid: `${name}-${role}`,
      sessionId: name,
      cwd: folder,
      timestamp: '2026-01-01T00:00:00Z',
      message: { role, content },
    })
  writeFileSync(file, `${line('user', said)}\n${line('assistant', [{ type: 'text', text: 'Done.' }])}\n`)
  const at = Date.now() / 1_000 - age
  utimesSync(file, at, at)
  return file
}
const open = async () => {
  const { chat, close } = await chatOn({})
  onTestFinished(close)
  return chat.pack
}
const found = async (folder: string, named?: string) => {
  const { from, messages } = await sessionToCarry(await open(), folder, named)
  return [from.replace(home, '<home>'), messages.map(textOf)]
}

test('without a name the newest of this folder, and nobody else’s', async () => {
  recorded('old', '/repos/a', 'the old one', 60)
  recorded('new', '/repos/a', 'the new one', 30)
  recorded('other', '/repos/ab', 'another folder', 1)
  expect(await found('/repos/a')).toEqual([
    'Claude Code (<home>/.claude/projects/x/new.jsonl)',
    ['the new one', 'Done.'],
  ])
  await expect(found('/work')).rejects.toThrow(
    'There is no session of an agent in /work. Name a transcript, or a session of `daypack sessions`.',
  )
})

test('a folder is known by its hash, too', async () => {
  const hash = createHash('sha256').update('/repos/g').digest('hex')
  const file = recorded('g', '/else', `see "projectHash":"${hash}"`, 1)
  writeFileSync(file, `{"type":"summary","projectHash":"${hash}"}\n`, { flag: 'a' })
  expect((await found('/repos/g'))[0]).toContain('g.jsonl')
})

test('by name: a part of it is enough; a file as it is; a session of the workspace whole', async () => {
  const file = recorded('abc-123', '/repos/a', 'named', 1)
  expect((await found('/elsewhere', 'abc-1'))[1]).toEqual(['named', 'Done.'])
  expect(await found('/elsewhere', file)).toEqual(['<home>/.claude/projects/x/abc-123.jsonl', ['named', 'Done.']])
  await expect(found('/repos/a', 'zebra')).rejects.toThrow('There is no session "zebra".')
  const pack = await open()
  const session = await pack.session('own')
  await session.append(saying('user', 'in the workspace'))
  await session.append(saying('user', 'a note of memory'), { origin: 'memory' })
  const own = await sessionToCarry(pack, '/repos/a', 'own')
  expect([own.from, own.messages.map(textOf)]).toEqual(['own', ['in the workspace']])
})
