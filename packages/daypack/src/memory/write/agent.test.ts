import { expect, test } from 'vitest'
import { memoryDriver } from '../../drivers/memory/index.ts'
import type { Entry } from '../../model/entry.ts'
import type { MemoryEvent } from '../api.ts'
import { createMemory } from '../memory.ts'
import type { FlushAgent } from './agent.ts'
import type { Flushed } from './flush.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const LOG = 'memory/2026-11-15.md'

/** What becomes of a session in which the user names two things to keep, and an agent writes. */
async function flushedBy(flushAgent: FlushAgent): Promise<{ done: Flushed | undefined; log: string | undefined }> {
  const driver = memoryDriver({ now: () => NOON, zone: 'UTC' })
  const text = "I prefer pnpm over npm. And let's use PostgreSQL for billing, as we said on the phone."
  const base = { seq: 1, at: NOON, kind: 'message' as const, hash: '1', sizes: [], counter: '' }
  const entries: Entry[] = [{ ...base, message: { role: 'user', blocks: [{ type: 'text', text }] } }]
  await driver.log.append('s1', entries, { expect: 0 })
  let done: Flushed | undefined
  const onEvent = (event: MemoryEvent): void => void (event.type === 'flushed' && (done = event.result))
  const memory = createMemory({ driver, now: () => NOON, schedule: false, flushAgent, onEvent })
  await memory.flush('s1', 1)
  await memory.drain()
  const log = (await driver.notes.read(LOG))?.text
  await memory.close()
  return { done, log }
}

test('an agent writes by tools, as the user where the user said so; what nobody said is refused', async () => {
  const heard: string[] = []
  const { done, log } = await flushedBy(async ({ system, prompt, tools }) => {
    heard.push(system, prompt)
    const write = tools.find(({ name }) => name === 'memory_write')!
    heard.push(await write.run({ text: '- Preference: The user prefers pnpm over npm' }))
    heard.push(await write.run({ text: '- Fact: The user lives in Oslo' }))
    return 'Noted.'
  })
  expect(done).toMatchObject({ state: 'written', by: 'agent', lines: ['- Preference: The user prefers pnpm over npm'] })
  expect(log).toBe('# 2026-11-15\n- Preference: The user prefers pnpm over npm <!-- @user s1#1 -->\n')
  expect(heard[0]).toContain(`look at ${LOG} with memory_get`)
  expect(heard[1]).toContain('[1] user: I prefer pnpm')
  expect(heard[3]).toContain('Not written')
})

test('[SILENT] keeps nothing; any other word without a line, and an error, leave it to the rules', async () => {
  expect((await flushedBy(() => 'There is nothing. [SILENT]')).done).toMatchObject({ state: 'silent', by: 'agent' })
  for (const agent of [() => 'All done.', () => Promise.reject(new Error('no credit'))]) {
    const { done, log } = await flushedBy(agent)
    expect(done).toMatchObject({ state: 'written', by: 'rules' })
    expect(done?.why).toMatch(/the agent (?:gave no usable answer|failed: no credit)/)
    expect(log).toContain('pnpm')
  }
})
