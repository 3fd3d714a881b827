import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cost, createDaypack } from 'daypack'
import { expect, test, vi } from 'vitest'
import { temporary } from '../../daypack/test/temporary.ts'
import { importCommand } from '../src/commands/transfer.ts'
import { chooseSession } from '../src/replay/choose.ts'

const line = (role: string, content: unknown, minute: number, more: object = {}, message: object = {}) => ({
  type: role,
  uuid: `${role}-${minute}-${JSON.stringify(more)}`,
  sessionId: 'mine',
  timestamp: new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString(),
  message: { role, content, ...message },
  ...more,
})
const usage = (input: number) => ({ input_tokens: input, cache_read_input_tokens: 1_000, output_tokens: 50 })
const reply = (id: string, model: string, input: number) => ({ id, model, usage: usage(input) })
const SESSION = [
  line('user', 'Fix the login.', 0),
  line('assistant', [{ type: 'text', text: 'On it.' }], 1, {}, reply('m1', 'claude-sonnet-4-5', 200)),
  line('user', 'Look for callers.', 2, { isSidechain: true, agentId: 'a1' }),
  line(
    'assistant',
    [{ type: 'text', text: 'There are two.' }],
    3,
    { isSidechain: true, agentId: 'a1' },
    reply('s1', 'claude-haiku-4-5', 30),
  ),
  line('user', 'And the logout.', 60),
  line('assistant', [{ type: 'text', text: 'Done.' }], 61, {}, reply('m2', 'claude-opus-4-5', 300)),
]
const jsonl = (records: readonly object[]) => records.map((each) => JSON.stringify(each)).join('\n')

test('G-109: an import keeps times, models, bills and sub-agents', async () => {
  const dir = temporary()
  const file = path.join(dir, 'mine.jsonl')
  writeFileSync(file, jsonl(SESSION))
  const told: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void told.push(text))
  try {
    expect(await importCommand(file, { dir: path.join(dir, 'work') })).toBe(0)
  } finally {
    log.mockRestore()
  }
  expect(told.join('\n')).toContain('mine-agent-1: one of its sub-agents')
  const pack = await createDaypack({ dir: path.join(dir, 'work'), memory: false })
  const session = await pack.session('mine')
  expect(session.view.slots.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
    '2026-01-05T09:00',
    '2026-01-05T09:01',
    '2026-01-05T10:00',
    '2026-01-05T10:01',
  ])
  const bills = (await session.entries()).flatMap((entry) => (entry.kind === 'usage' ? [entry.usage] : []))
  expect(bills.map(({ model, input, cacheRead, output, head }) => [model, input, cacheRead, output, head])).toEqual([
    ['claude-sonnet-4-5', 200, 1_000, 50, 1],
    ['claude-opus-4-5', 300, 1_000, 50, 4],
  ])
  expect(told.join('\n')).toMatch(/chat --resume mine --dir \S/)
  const spent = cost(await session.entries())
  expect(spent.requests).toBe(2)
  expect(spent.cost.dollars).toBeGreaterThan(0)
  const agent = await pack.session('mine-agent-1')
  expect(agent.view.slots).toHaveLength(2)
  await pack.close()
})

test('G-109: a folder with a newer workspace inside still shows its recordings', async () => {
  const dir = temporary()
  const file = path.join(dir, 'mine.jsonl')
  writeFileSync(file, jsonl(SESSION))
  utimesSync(file, 1, 1)
  const pack = await createDaypack({ dir: path.join(dir, 'project', '.daypack'), memory: false })
  for (let talk = 0; talk < 14; talk++) {
    const session = await pack.session(`talk-${talk}`)
    await session.append({ role: 'user', blocks: [{ type: 'text', text: 'hello' }] })
  }
  await pack.close()
  mkdirSync(path.join(dir, 'project', '.daypack', 'dialog'), { recursive: true })
  for (let other = 0; other < 14; other++) writeFileSync(path.join(dir, `other-${other}.json`), '{"a":1}')
  const choice = chooseSession(dir)
  expect('lines' in choice && choice.lines.join('\n')).toContain('4 messages')
})
