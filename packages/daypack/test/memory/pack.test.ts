import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()
const ANSWER = 'Preference: tea [seq 1]'
const NOON = Date.UTC(2026, 10, 16, 12)
const said = (role: 'user' | 'assistant', text: string): Message => ({ role, blocks: [{ type: 'text', text }] })

test('what a session says is known to the next session, folded or not', async () => {
  let now = Date.UTC(2026, 10, 16, 12)
  const open = () =>
    createDaypack({
      dir,
      window: 16_000,
      memory: { schedule: false, tuning: { watch: false } },
      tuning: { now: () => now },
    })
  let pack = await open()
  const session = await pack.session('one')
  await session.append(said('user', 'Hello. I prefer pnpm over npm. We decided to use PostgreSQL for billing.'))
  for (let turn = 0; turn < 30; turn++) {
    await session.append(said('assistant', `Answer ${turn}. ${'word '.repeat(200)}`))
    await session.append(said('user', `Go on with part ${turn}.`))
  }
  await session.compact()
  await pack.close()
  const log = readFileSync(join(dir, 'memory/2026-11-16.md'), 'utf8')
  expect(log).toContain('- Preference: I prefer pnpm over npm. <!-- @user one#1 -->')
  now += 24 * 60 * 60 * 1000
  pack = await open()
  expect((await pack.memory.consolidate()).state).toBe('changed')
  expect((await pack.memory.search('which database for billing?')).hits[0]?.text).toContain('PostgreSQL')
  const tools = pack.tools(await pack.session('two'))
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining(['memory_search', 'memory_get', 'memory_write', 'memory_edit']),
  )
  expect(await pack.sessions()).toEqual(['one'])
  await pack.close()
})

test("F-52: memory's calls to the pack's model count against one cap, the pack's", async () => {
  let calls = 0
  const pack = await createDaypack({
    driver: memoryDriver({ now: () => NOON, zone: 'UTC' }),
    summarize: () => {
      calls++
      return Promise.resolve(ANSWER)
    },
    memory: { schedule: false },
    tuning: {
      now: () => NOON,
      counter: { name: 'answers are dear', count: (text) => (text === ANSWER ? 30_000_000 : text.length / 4) },
      callCaps: { maxTokensPerDay: 100_000_000 },
    },
  })
  const session = await pack.session('one')
  for (const text of ['I prefer tea.', 'I prefer short answers.']) {
    await session.append(said('user', `${text} ${'We talked about it for a long time. '.repeat(30)}`))
    await pack.memory.flush('one', session.view.head)
    await pack.memory.drain()
  }
  await pack.close()
  expect(calls).toBe(2)
})
