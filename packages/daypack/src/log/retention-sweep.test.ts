import { describe, expect, test, vi } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import { createRetention, type References, type RetentionPolicy } from './retention.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 1)
const NOBODY: References = { live: new Set() }

function setUp(policy: RetentionPolicy = {}) {
  const clock = { at: NOW }
  const driver = memoryDriver({ now: () => clock.at, zone: 'UTC' })
  const live = new Set<string>()
  const lastSeen = new Map<string, number>()
  const timer: { ms?: number; run?: () => void; cancelled: boolean } = { cancelled: false }
  const onError = vi.fn<(error: unknown) => void>()
  const references = vi.fn<() => References>(() => ({ live, lastSeen }))
  const retention = createRetention({
    blobs: driver.blobs,
    policy,
    references,
    now: () => clock.at,
    every(ms, run) {
      Object.assign(timer, { ms, run })
      return () => {
        timer.cancelled = true
      }
    },
    onError,
  })
  return { clock, driver, live, lastSeen, timer, onError, references, retention }
}

describe('createRetention', () => {
  test('marks, waits a day, deletes, and empties the trash a week later', async () => {
    const { clock, driver, retention } = setUp()
    const { ref } = await driver.blobs.put('old')
    clock.at += 5 * DAY
    expect((await retention.sweep()).mark).toEqual([ref])
    clock.at += DAY - 1
    expect((await retention.sweep()).drop).toEqual([])
    clock.at += 1
    expect((await retention.sweep()).drop.map((each) => each.ref)).toEqual([ref])
    expect(await driver.blobs.get(ref)).toEqual({ gone: true, bytes: 3, hash: ref })
    clock.at += 7 * DAY + 1
    await retention.sweep()
    expect(await driver.blobs.purge(Infinity)).toBe(0)
  })

  test.each<[string, (given: ReturnType<typeof setUp>, ref: string) => unknown]>([
    ['a view comes to show it', ({ live }, ref) => live.add(ref)],
    ['something pointed at it in between', ({ lastSeen, clock }, ref) => lastSeen.set(ref, clock.at)],
    ['the same bytes are stored again', async ({ driver }) => driver.blobs.put('old')],
  ])('asks again before deleting: %s', async (_, happen) => {
    const given = setUp()
    const { ref } = await given.driver.blobs.put('old')
    given.clock.at += 5 * DAY
    await given.retention.sweep()
    given.clock.at += DAY
    given.references.mockReturnValueOnce({ live: new Set(), lastSeen: new Map() })
    given.references.mockImplementationOnce(() => {
      void happen(given, ref)
      return { live: given.live, lastSeen: given.lastSeen }
    })
    expect((await given.retention.sweep()).drop).toEqual([])
    expect(await given.driver.blobs.get(ref)).toBeInstanceOf(Uint8Array)
  })

  test('runs at start and every hour, until it is stopped', async () => {
    const { retention, timer, references, driver, clock, live } = setUp()
    live.add((await driver.blobs.put('old and in use')).ref)
    clock.at += 9 * DAY
    retention.start()
    retention.start()
    expect(timer.ms).toBe(HOUR)
    await retention.sweep()
    expect(references).toHaveBeenCalledTimes(1)
    timer.run?.()
    await retention.stop()
    expect(references).toHaveBeenCalledTimes(2)
    expect(timer.cancelled).toBe(true)
    timer.run?.()
    retention.start()
    await retention.stop()
    expect(references).toHaveBeenCalledTimes(2)
  })

  test('runs when what was stored crosses the cap, once', async () => {
    const { retention, references, driver, live } = setUp({ maxBytes: 100 })
    live.add((await driver.blobs.put('x'.repeat(101))).ref)
    retention.stored(100)
    await new Promise((resolve) => setImmediate(resolve))
    expect(references).toHaveBeenCalledTimes(0)
    retention.stored(1)
    retention.stored(1)
    await retention.stop()
    expect(references).toHaveBeenCalledTimes(1)
  })

  test('a sweep that fails is told, and the next one runs', async () => {
    const { retention, onError, references, timer, driver, clock } = setUp()
    await driver.blobs.put('old')
    clock.at += 9 * DAY
    references.mockImplementationOnce(() => {
      throw new Error('no views')
    })
    retention.start()
    await expect(retention.sweep()).rejects.toThrow('no views')
    expect(onError).toHaveBeenCalledTimes(1)
    timer.run?.()
    await retention.stop()
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('nobody is asked while nothing can be due', async () => {
    const { retention, references, driver, clock } = setUp()
    expect(await retention.sweep()).toEqual({ mark: [], unmark: [], drop: [] })
    await driver.blobs.put('young')
    clock.at += 5 * DAY - 1
    await retention.sweep()
    expect(references).toHaveBeenCalledTimes(0)
    clock.at += 1
    await retention.sweep()
    expect(references).toHaveBeenCalled()
  })

  test('errors without a listener stay inside', async () => {
    const { driver } = setUp()
    await driver.blobs.put('old')
    const retention = createRetention({
      blobs: driver.blobs,
      references: () => Promise.reject(new Error('no views')),
      now: () => NOW + 9 * DAY,
      every: () => () => undefined,
    })
    retention.start()
    await retention.stop()
  })
})

describe('what a sweep asks and does', () => {
  test('the trash is emptied of what is a week old, whether anything is due or not', async () => {
    const { clock, driver, retention } = setUp()
    const purge = vi.spyOn(driver.blobs, 'purge')
    await retention.sweep()
    await driver.blobs.put('old')
    clock.at += 5 * DAY
    await retention.sweep()
    expect(purge.mock.calls).toEqual([[NOW - 7 * DAY], [NOW - 2 * DAY]])
  })

  test('who points at the blobs is asked with the time of the oldest, and again every 32 deletions', async () => {
    const { clock, driver, references, retention } = setUp()
    for (let number = 0; number < 33; number++) await driver.blobs.put(`old ${number}`)
    clock.at += HOUR
    await driver.blobs.put('younger')
    clock.at += 5 * DAY - 1
    await retention.sweep()
    expect(references.mock.calls).toEqual([[NOW]])
    clock.at += DAY
    references.mockClear()
    expect((await retention.sweep()).drop).toHaveLength(33)
    expect(references.mock.calls).toEqual([[NOW], [NOW], [NOW]])
  })

  test('what is held is counted: up to the cap nobody is asked, and one byte more is a sweep', async () => {
    const { driver, references, retention } = setUp({ maxBytes: 100 })
    await driver.blobs.put('x'.repeat(60))
    await retention.sweep()
    await driver.blobs.put('y'.repeat(40))
    retention.stored(40)
    await retention.sweep()
    expect(references).toHaveBeenCalledTimes(0)
    await driver.blobs.put('z')
    retention.stored(1)
    await retention.stop()
    expect(references).toHaveBeenCalledTimes(1)
  })

  test('the clock is set once, and not after the end', async () => {
    const every = vi.fn<() => () => void>(() => () => undefined)
    const options = { blobs: setUp().driver.blobs, references: () => NOBODY, now: () => NOW, every }
    const retention = createRetention(options)
    retention.start()
    retention.start()
    await retention.stop()
    retention.start()
    expect(every).toHaveBeenCalledTimes(1)
  })

  test('tidying goes with every sweep, also with one that fails', async () => {
    const tidy = vi.fn<() => Promise<void>>(async () => undefined)
    const { driver } = setUp()
    const options = { blobs: driver.blobs, now: () => NOW + 9 * DAY, every: () => () => undefined, tidy }
    await createRetention({ ...options, references: () => NOBODY }).sweep()
    await driver.blobs.put('old')
    const failing = createRetention({ ...options, references: () => Promise.reject(new Error('no views')) })
    await expect(failing.sweep()).rejects.toThrow('no views')
    expect(tidy).toHaveBeenCalledTimes(2)
  })
})
