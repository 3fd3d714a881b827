// The list of sessions to choose from.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseSession } from './choose.ts'

function folder() {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-choose-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}
const line = (role: string, content: string) =>
  JSON.stringify({
    type: role,
    uuid: content,
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00Z',
    message: { role, content },
  })
const shown = (named: string | undefined, dir: string) =>
  JSON.parse(JSON.stringify(chooseSession(named)).replaceAll(dir, '<dir>')) as unknown

test('a file is taken as it is; of a folder the twelve newest, each with the first that a person said', () => {
  const dir = folder()
  const put = (name: string, ...lines: string[]) => {
    writeFileSync(path.join(dir, name), lines.join('\n'))
    const at = new Date(2026, 0, 1, 12)
    utimesSync(path.join(dir, name), at, at)
  }
  expect(shown(dir, dir)).toEqual({ lines: [expect.stringMatching(/^No session was found in <dir>\. /)], code: 1 })
  put(
    'a.jsonl',
    line('user', '<system>x</system>'),
    line('assistant', 'Hello.'),
    line('user', `Fix  ${'the parser '.repeat(9)}`),
  )
  expect(shown(path.join(dir, 'a.jsonl'), dir)).toEqual({ file: '<dir>/a.jsonl' })
  expect(shown(dir, dir)).toEqual({
    lines: [
      'The newest sessions:',
      '  2026-01-01                  3 messages  <dir>/a.jsonl  “Fix the parser the parser the parser the parser th”',
      '',
      'Choose one: daypack replay <file>',
    ],
    code: 0,
  })
  put('a.jsonl', line('user', '<a>x</a>'), line('assistant', 'Only I spoke.'))
  expect((shown(dir, dir) as { lines: string[] }).lines[1]).toMatch(
    /^  2026-01-01 +2 messages  <dir>\/a\.jsonl  “<a>x<\/a>”$/,
  )
  for (let at = 0; at < 13; at++) put(`s${at}.jsonl`, line('user', `Task ${at}`), line('assistant', 'Done.'))
  expect((shown(dir, dir) as { lines: string[] }).lines).toHaveLength(1 + 12 + 2)
  expect(() => chooseSession(path.join(dir, 'none'))).toThrow('There is no ')
})

test('nothing named and nothing found: where it was looked, and what else to do', () => {
  const dir = folder()
  for (const name of ['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME'])
    vi.stubEnv(name, dir)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(shown(undefined, dir)).toEqual({
    lines: [
      'No sessions of Claude Code, Codex, Copilot CLI, pi, OpenCode, Gemini CLI or Qwen Code were found in your home folder.',
      'Name a file: daypack replay <transcript>; or see a recorded one: daypack tour',
    ],
    code: 1,
  })
})
