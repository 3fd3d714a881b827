import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDaypack, type DaypackOptions, type Summarize } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { createMemory, type MemoryEvent } from 'daypack/memory'
import { expect, test, vi } from 'vitest'
import type { Message } from '../../src/model/message.ts'
import { temporary } from '../temporary.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const TODAY = 'memory/2026-11-16.md'
const said = (role: 'user' | 'assistant', text: string): Message => ({ role, blocks: [{ type: 'text', text }] })

/** Enough for a model to be asked. */
const LONG = 'I am allergic to penicillin. What else should I tell the dentist before the appointment next week?'

function open(dir: string, memory: DaypackOptions['memory'] = {}, more: Partial<DaypackOptions> = {}) {
  return createDaypack({
    dir,
    memory: memory && { ...memory, tuning: { watch: false, ...memory.tuning } },
    ...more,
    tuning: { now: () => NOON, ...more.tuning },
  })
}

function noted(dir: string): string {
  return existsSync(join(dir, TODAY)) ? readFileSync(join(dir, TODAY), 'utf8') : ''
}

test('G-02: a session that fits its window is noted when the pack is closed', async () => {
  const dir = temporary()
  const pack = await open(dir)
  const session = await pack.session('one')
  await session.append(said('user', 'I am allergic to penicillin, and my daughter is called Runa.'))
  await session.append(said('assistant', 'Noted.'))
  await pack.close()
  expect(noted(dir)).toContain('penicillin')
  expect(noted(dir)).toContain('Runa')
})

test('G-02: a quiet session is noted while the process runs, and once', async () => {
  const dir = temporary()
  let time = NOON
  const pack = await open(dir, { tuning: { idleMinutes: 0.005 } }, { tuning: { now: () => time } })
  const session = await pack.session('one')
  await session.append(said('user', 'I am allergic to penicillin.'))
  time += 60_000
  await vi.waitFor(() => expect(noted(dir)).toContain('penicillin'), { timeout: 15_000, interval: 100 })
  await pack.close()
  expect(noted(dir).match(/penicillin/g)).toHaveLength(1)
}, 30_000)

test('G-02: a talk that is going on is not noted at the start of a process: one call a session', async () => {
  const dir = temporary()
  const pack = await open(dir)
  const session = await pack.session('one')
  await session.append(said('user', 'I am allergic to penicillin.'))
  await pack.memory.ready()
  await pack.memory.drain()
  expect(noted(dir)).toBe('')
  await pack.close()
  expect(noted(dir)).toContain('penicillin')
})

test('G-02: what a killed process leaves is noted by the next one, and once', async () => {
  const dir = temporary()
  const script = fileURLToPath(new URL('./talker.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.on('exit', resolve))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await gone
  expect(noted(dir)).toBe('')
  for (let start = 0; start < 2; start++) {
    const pack = await open(dir, { tuning: { idleMinutes: 0 } })
    await (await pack.session('two')).append(said('user', 'hello'))
    await vi.waitFor(() => expect(noted(dir)).toContain('penicillin'), { timeout: 15_000, interval: 100 })
    await pack.close()
  }
  expect(noted(dir).match(/penicillin/g)).toHaveLength(1)
}, 60_000)

test('a model is asked once for a session, however often it folds, and never while a request waits', async () => {
  const dir = temporary()
  let asked = 0
  const summarize: Summarize = async () => {
    asked++
    return '[SILENT]'
  }
  const pack = await open(dir, { summarize })
  const session = await pack.session('one')
  await session.append(said('user', LONG))
  await session.append(said('assistant', 'Noted.'))
  await session.compact()
  expect(asked).toBe(0)
  await pack.close()
  expect(asked).toBe(1)
})

test('a model that does not answer holds up nobody: the job stays for the next start', async () => {
  const dir = temporary()
  const asked = Promise.withResolvers<void>()
  const pack = await open(dir, {
    summarize() {
      asked.resolve()
      return new Promise<string>(() => {})
    },
  })
  const session = await pack.session('one')
  await session.append(said('user', LONG))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const closed = pack.close()
    await asked.promise
    await vi.advanceTimersByTimeAsync(20_000)
    await closed
  } finally {
    vi.useRealTimers()
  }
  expect(noted(dir)).toBe('')
  const next = await open(dir)
  await next.memory.drain()
  await next.close()
  expect(noted(dir)).toContain('penicillin')
}, 30_000)

test('what must not be noted by itself is not: `flush: false`', async () => {
  const dir = temporary()
  const pack = await open(dir, { flush: false })
  await (await pack.session('one')).append(said('user', 'I am allergic to penicillin.'))
  await pack.close()
  expect(noted(dir)).toBe('')
})

test('processes that live for a moment merge the days before them when they close', async () => {
  const dir = temporary()
  for (const [day, text] of ['I am allergic to penicillin.', 'My daughter is called Runa.'].entries()) {
    const pack = await open(dir, {}, { tuning: { now: () => NOON + day * 86_400_000 } })
    await (await pack.session(`day ${day}`)).append(said('user', text))
    await pack.close()
  }
  const page = readFileSync(join(dir, 'MEMORY.md'), 'utf8')
  expect(page).toContain('penicillin')
  expect(page).not.toContain('Runa')
})

test('what a session begins with is left out when the notes are not read in time, and a failure tells', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const driver = memoryDriver()
  const stuck = { ...driver, notes: { ...driver.notes, read: () => new Promise<never>(() => {}) } }
  const failed: string[] = []
  const onEvent = (event: MemoryEvent): void => void (event.type === 'failed' && failed.push(event.what))
  try {
    const memory = createMemory({ driver: stuck, now: () => NOON, schedule: false, onEvent })
    const brief = memory.brief()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await brief, failed]).toEqual([undefined, ['brief']])
  } finally {
    vi.useRealTimers()
  }
})
