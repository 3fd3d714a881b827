import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDaypack } from 'daypack'
import { expect, test } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { temporary } from '../temporary.ts'

const dir = temporary()
const said = (role: 'user' | 'assistant', text: string): Message => ({ role, blocks: [{ type: 'text', text }] })

test('what a session says before it is folded is known to the next session', async () => {
  let now = Date.UTC(2026, 10, 16, 12)
  const pack = await createDaypack({ dir, now: () => now, window: 16_000, memory: { watch: false, schedule: false } })
  const session = await pack.session('one')
  await session.append(said('user', 'Hello. I prefer pnpm over npm. We decided to use PostgreSQL for billing.'))
  for (let turn = 0; turn < 30; turn++) {
    await session.append(said('assistant', `Answer ${turn}. ${'word '.repeat(200)}`))
    await session.append(said('user', `Go on with part ${turn}.`))
  }
  await session.compact()
  await pack.memory.drain()
  const log = readFileSync(join(dir, 'memory/2026-11-16.md'), 'utf8')
  expect(log).toContain('- Preference: I prefer pnpm over npm. <!-- @user one#1 -->')
  now += 24 * 60 * 60 * 1000
  expect((await pack.memory.consolidate()).state).toBe('changed')
  expect((await pack.memory.search('which database for billing?')).hits[0]?.text).toContain('PostgreSQL')
  const tools = pack.tools(await pack.session('two'))
  expect(tools.map((tool) => tool.name)).toEqual(
    expect.arrayContaining(['memory_search', 'memory_get', 'memory_write', 'memory_edit']),
  )
  expect(await pack.sessions()).toEqual(['one'])
  await pack.close()
})
