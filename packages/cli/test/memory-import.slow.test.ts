import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMemories } from '../src/memory/read.ts'
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
const taken = (name: string, content: unknown) => readMemories(put(name, content)).taken
const told = (name: string, content: unknown) => readMemories(put(name, content)).talks.flatMap((talk) => talk.told)

test('mem0 and a LangGraph store: what a model noted, with its day', () => {
  const mem0 = [{ id: '1', memory: 'Prefers oat milk', user_id: 'k', created_at: '2026-03-01T10:00:00Z' }]
  const oat = { text: 'Prefers oat milk', by: 'model', day: '2026-03-01' }
  expect(taken('a.json', { results: mem0 })).toEqual([oat])
  expect(taken('b.json', mem0)).toEqual([oat])
  const item = { namespace: ['memories'], key: 'a', value: { kind: 'Memory', content: { content: 'Has two cats' } } }
  expect(taken('c.json', [item])).toEqual([{ text: 'Has two cats', by: 'model' }])
})

test('LangChain and Claude Code: what was said, without hosts and tools', () => {
  const said = [
    { type: 'system', data: { content: 'Be nice.' } },
    { type: 'human', data: { content: 'I live in Porto.' } },
    { type: 'ai', data: { content: [{ type: 'text', text: 'Good.' }] } },
  ]
  const both = [
    { role: 'user', text: 'I live in Porto.' },
    { role: 'assistant', text: 'Good.' },
  ]
  expect(told('a.json', said)).toEqual(both)
  expect(told('a2.json', { chat_memory: { messages: said }, memory_key: 'history' })).toEqual(both)
  const made = ['HumanMessage', 'AIMessage'].map((kind, nth) => ({
    ...{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', kind] },
    kwargs: { content: both[nth]?.text },
  }))
  expect(told('a3.json', made)).toEqual(both)
  const lines = [
    { type: 'user', message: { role: 'user', content: 'I live in Porto.' } },
    { type: 'user', isMeta: true, message: { role: 'user', content: 'I prefer the host.' } },
    { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', content: 'I prefer tools.' }] } },
    { type: 'user', isSidechain: true, message: { role: 'user', content: 'I prefer what an agent tells another.' } },
    { type: 'user', isCompactSummary: true, message: { role: 'user', content: 'The user prefers a summary.' } },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Good.' }] } },
  ]
  expect(told('b.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{broken`)).toEqual(both)
})

test('CLAUDE.md and OpenClaw: what a person wrote', () => {
  const claude = '# Rules\n\n- Use pnpm, never npm\n@docs/more.md\n```sh\nrm -rf build\n```\n<!-- hidden -->\n'
  expect(taken('CLAUDE.md', claude)).toEqual([{ text: 'Use pnpm, never npm', by: 'user' }])
  put('claw/USER.md', '# USER\n- Name: Kim\n')
  put('claw/memory/2026-03-03.md', '- Decided to use Zig\n')
  expect(readMemories(path.join(at.dir, 'claw')).taken).toEqual([
    { text: 'Name: Kim', by: 'user' },
    { text: 'Decided to use Zig', by: 'user', day: '2026-03-03' },
  ])
})

test('statements keep the lines that go on with them, and lose the stars of their labels', () => {
  const text =
    '# Me\n\n- **Name:** Sven\n- Commit messages follow\n  conventional commits\n\nA paragraph of\ntwo lines.\n> quoted\n'
  expect(taken('USER.md', text).map((each) => each.text)).toEqual([
    'Name: Sven',
    'Commit messages follow conventional commits',
    'A paragraph of two lines.',
  ])
})

test('~/.claude: its CLAUDE.md, its notes and all its sessions, in order', () => {
  const line = (text: string, day: number) => ({
    ...{ type: 'user', timestamp: `2026-03-0${day}T10:00:00.000Z` },
    message: { role: 'user', content: text },
  })
  put('.claude/CLAUDE.md', '- Always answer in English.\n')
  put('.claude/projects/-home-x/memory/MEMORY.md', '- Tests run with vitest\n')
  put('.claude/projects/-home-x/b.jsonl', `${JSON.stringify(line('I live in Braga now.', 2))}\n`)
  put('.claude/projects/-home-x/z.jsonl', `${JSON.stringify(line('I live in Porto.', 1))}\n`)
  const found = readMemories(path.join(at.dir, '.claude'))
  expect(found.taken.map(({ text }) => text)).toEqual(['Always answer in English.', 'Tests run with vitest'])
  expect(found.talks.flatMap(({ told: said }) => said.map(({ text }) => text))).toEqual([
    'I live in Porto.',
    'I live in Braga now.',
  ])
})

test.each([
  ['x.json', '{"a": 1}', 'is not something that can be imported: mem0 memories'],
  ['x.json', '{', 'is not JSON'],
])('%s %s is refused', (name, content, why) => {
  expect(() => readMemories(put(name, content))).toThrow(why)
})

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
