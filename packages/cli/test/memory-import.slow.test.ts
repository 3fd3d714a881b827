import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from './run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const put = (name: string, content: unknown): string => {
  const file = path.join(at.dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
test('talk is noted by the rules, on the day it was said, and all notes come out again', async () => {
  const session = put(
    's.jsonl',
    `${JSON.stringify({ type: 'user', timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content: 'I work at Halcyon.' } })}\n`,
  )
  await daypack(at, ['memory', 'import', session])
  expect((await daypack(at, ['memory', 'export'])).out).toContain('<!-- memory/2026-03-01.md -->')
  const chat = put('chat.json', [{ type: 'human', data: { content: 'I live in Porto.' } }])
  expect((await daypack(at, ['memory', 'import', chat])).out).toContain('1 conversation of 1 message, 1 line noted.')
  const notes = JSON.parse((await daypack(at, ['memory', 'export', '--json'])).out) as { text: string }[]
  expect(notes.map(({ text }) => text).join('\n')).toContain('- Fact: I live in Porto. <!-- @user')
  const page = (await daypack(at, ['memory', 'export'])).out
  expect(page).toMatch(/^<!-- memory\/[\d-]+\.md -->\n# [\d-]+\n/)
  expect(page).toContain('- Fact: I live in Porto.')
}, 120_000)
