import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { createDaypack } from '../../src/index.ts'
import { qwenpaw } from '../../src/presets/index.ts'
import { temporary } from '../temporary.ts'
import { assistant, user } from './say.ts'

const dir = path.join(temporary(), 'w')
const now = () => Date.UTC(2026, 10, 15, 12)
const preset = qwenpaw({ dialog_path: 'talk', tool_result_pruning_config: { tool_results_cache: 'cache' } })
const pack = await createDaypack({
  dir,
  preset,
  window: 20_000,
  memory: { schedule: false, tuning: { watch: false } },
  tuning: { now },
})
afterAll(() => pack.close())

const session = await pack.session('mine')
const other = await pack.session('other')
for (let at = 0; at < 12; at++)
  await other.append(at % 2 === 0 ? user('The secret of somebody else. '.repeat(20)) : assistant('Noted.'))
for (let at = 0; at < 30; at++)
  await session.append(at % 2 === 0 ? user(`Ask ${at} `.repeat(40)) : assistant(`Say ${at}`))
await pack.memory.remember('Tabs, not spaces.')
await other.compact()
await session.compact()
const read = (file_path: string, more: object = {}) =>
  Promise.resolve(
    pack
      .tools(session)
      .find((tool) => tool.name === 'read_ref')
      ?.run({ file_path, ...more }),
  )

test('F-16: read_ref opens the day file the hand-over names, by that path or the absolute one', async () => {
  const fold = session.view.items.find((item) => item.kind === 'fold')
  const [, named = '', from, to] = /- (\S+\.jsonl) lines (\d+)-(\d+)/.exec(fold?.summary.text ?? '') ?? []
  expect(named).toBe(path.join(dir, 'talk/2026-11-15.jsonl'))
  for (const name of [named, 'talk/2026-11-15.jsonl', 'dialog/2026-11-15.jsonl']) {
    const said = await read(name, { start_line: Number(from), end_line: Number(to) })
    expect(said).toContain('"content":"Ask 0 Ask 0')
    expect(said).toContain('"role":"assistant"')
  }
})

test('F-16: and nothing else', async () => {
  expect(await read('talk/2026-11-15.jsonl')).not.toContain('somebody else')
  for (const name of ['../w/talk/2026-11-15.jsonl', '/etc/passwd', 'log/mine.jsonl', path.join(dir, 'log/mine.jsonl')])
    expect(await read(name)).toContain('Error: nothing called')
})

test('2A5: notes are read the same way', async () => {
  expect(await read('MEMORY.md')).toContain('Tabs, not spaces.')
  expect(await read(path.join(dir, 'MEMORY.md'))).toContain('Tabs, not spaces.')
})

test('1A16: a line is a message as QwenPaw writes it, the content whole', () => {
  const text = readFileSync(path.join(dir, 'talk/2026-11-15.jsonl'), 'utf8')
  expect(text).toContain('somebody else')
  const line = text.split('\n').find((each) => each.includes('"mine:1"')) ?? ''
  const message = JSON.parse(line) as Record<string, unknown>
  expect(Object.keys(message).toSorted()).toEqual(['content', 'id', 'metadata', 'name', 'role', 'timestamp'])
  expect(message).toMatchObject({ id: 'mine:1', name: 'user', role: 'user', content: 'Ask 0 '.repeat(40) })
  expect(message['timestamp']).toMatch(/^2026-11-15 \d\d:00:00\.000$/)
})
