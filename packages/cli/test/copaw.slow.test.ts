import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDaypack, type Message } from 'daypack'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from './run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

function put(name: string, text: string): void {
  const file = path.join(at.dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function said(dir: string, id: string): Promise<{ at: number; message: Message }[]> {
  const pack = await createDaypack({ dir: path.join(at.dir, dir), memory: false })
  try {
    const session = await pack.session(id)
    const read = session.view.slots.map(async ({ at: time, message: { role, blocks } }) => {
      const whole = blocks.map(async (block) =>
        block.type === 'tool-result' || block.type === 'media'
          ? { ...block, content: { text: await session.readBack(block.content) } }
          : block,
      )
      return { at: time, message: { role, blocks: await Promise.all(whole) } }
    })
    return await Promise.all(read)
  } finally {
    await pack.close()
  }
}

const LONG = Array.from({ length: 900 }, (_, index) => `row ${index}: 汉字`).join('\n')
const SAVED = 'e3b0c44298fc1c149afbf4c8996fb924'
const CUT = `${LONG.slice(0, 60)}<<<TRUNCATED>>>
The output above was truncated.
The full content is saved to the file and contains 900 lines in total.
This excerpt starts at line 1 and covers the next 60 bytes.
If the current content is not enough, call \`read_file\` with file_path=/home/ada/.copaw/tool_result/${SAVED}.txt start_line=4 to read more.`

function line(id: string, role: string, content: unknown, time: string): string {
  return `${JSON.stringify({ id, name: role === 'user' ? 'user' : 'Friday', role, content, metadata: {}, timestamp: time })}\n`
}

function layout(): void {
  const first = line('a1', 'user', 'List the rows, please.', '2026-03-02 09:00:00.125')
  const call = { type: 'tool_use', id: 'call_1', name: 'list_rows', input: {}, raw_input: '{"table":"rows"}' }
  const result = { type: 'tool_result', id: 'call_1', name: 'list_rows', output: [{ type: 'text', text: CUT }] }
  put(
    'old/dialog/2026-03-02.jsonl',
    first +
      line('a2', 'assistant', [{ type: 'thinking', thinking: 'Look.' }, call], '2026-03-02 09:00:01.000') +
      '{"id": "a2b", "name": "Friday", "role": "assist\n' +
      line('a3', 'system', [result], '2026-03-02 09:00:02.000') +
      line('a4', 'robot', 'Nobody.', '2026-03-02 09:00:03.000') +
      first +
      line('a5', 'assistant', [{ type: 'text', text: 'There are 900.' }], '2026-03-02 09:00:04.000'),
  )
  put('old/dialog/2026-03-03.jsonl', line('b1', 'user', 'Good morning.', '2026-03-03 08:00:00.000'))
  put(`old/tool_result/${SAVED}.txt`, LONG)
  put('old/MEMORY.md', '# Memory\n- Ada likes tables.\n')
  put('old/memory/2026-03-02.md', '- Rows were listed.\n')
  put('old/agent.json', JSON.stringify({ id: 'default', agents: { running: { max_input_length: 65_536 } } }))
}

test('a workspace of CoPaw comes over: sessions, times, cut results whole, notes, settings; broken lines are named', async () => {
  layout()
  put('.daypack/memory/2026-03-02.md', '- Mine.\n')
  const { code, out, err } = await daypack(at, ['import', 'old', '--json'], '', { TZ: 'Europe/Berlin' })
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    sessions: [
      { session: 'dialog-2026-03-02', messages: 4 },
      { session: 'dialog-2026-03-03', messages: 1 },
    ],
    notes: { written: ['MEMORY.md'], same: [], kept: ['memory/2026-03-02.md'] },
    bad: ['dialog/2026-03-02.jsonl, line 3: it is not JSON', 'dialog/2026-03-02.jsonl, line 5: its role is "robot"'],
    repeated: 1,
    restored: 1,
  })
  expect(err).toContain('Wrote ')
  expect(JSON.parse(readFileSync(path.join(at.dir, 'daypack.json'), 'utf8'))).toMatchObject({
    preset: 'qwenpaw',
    window: 65_536,
  })
  expect(readFileSync(path.join(at.dir, '.daypack/memory/2026-03-02.md'), 'utf8')).toBe('- Mine.\n')
  const start = Date.parse('2026-03-02T09:00:00+01:00')
  const call = { type: 'tool-call', callId: 'call_1', tool: 'list_rows', input: { table: 'rows' } }
  const thought = { type: 'opaque', purpose: 'reasoning', wire: { type: 'thinking', thinking: 'Look.' } }
  const result = { type: 'tool-result', callId: 'call_1', tool: 'list_rows', content: { text: LONG } }
  expect(await said('.daypack', 'dialog-2026-03-02')).toEqual([
    { at: start + 125, message: { role: 'user', blocks: [{ type: 'text', text: 'List the rows, please.' }] } },
    { at: start + 1000, message: { role: 'assistant', blocks: [thought, call] } },
    { at: start + 2000, message: { role: 'tool', blocks: [result] } },
    { at: start + 4000, message: { role: 'assistant', blocks: [{ type: 'text', text: 'There are 900.' }] } },
  ])

  const again = await daypack(at, ['import', 'old'])
  expect(again.code).not.toBe(0)
  expect(again.err).toContain('There is already a session dialog-2026-03-02')
})

test('a folder of another kind is refused, and a broken agent.json stops the import before it begins', async () => {
  put('other/readme.txt', 'hello')
  const other = await daypack(at, ['import', 'other'])
  expect(other.code).not.toBe(0)
  expect(other.err).toContain('is not a CoPaw or QwenPaw workspace')
  layout()
  put('old/agent.json', '{ "agents": ')
  const broken = await daypack(at, ['import', 'old'])
  expect(broken.err).toContain('agent.json is not JSON')
  const wrong = {
    agents: { running: { light_context_config: { context_compact_config: { compact_threshold_ratio: 7 } } } },
  }
  put('old/agent.json', JSON.stringify(wrong))
  const refused = await daypack(at, ['import', 'old'])
  expect(refused.err).toContain('compact_threshold_ratio')
  expect(readdirSync(at.dir)).not.toContain('.daypack')
})
