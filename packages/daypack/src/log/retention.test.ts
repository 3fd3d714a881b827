import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Disk, memVfs } from '../../test/crash/mem-vfs.ts'
import { processLocks } from '../../test/crash/process-locks.ts'
import { filesDriver } from '../drivers/files/index.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import type { BlobInfo } from '../model/driver.ts'
import { runs } from '../../../daypack-testing/src/arbitraries.ts'
import { createRetention, planRetention, type References, type RetentionPolicy } from './retention.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 1)
const NOBODY: References = { live: new Set() }

const blob = (ref: string, ageMs: number, bytes = 10): BlobInfo => ({ ref, bytes, lines: 1, at: NOW - ageMs })

describe('planRetention', () => {
  test('marks what is past its time, and leaves the young', () => {
    const plan = planRetention([blob('old', 5 * DAY), blob('young', 5 * DAY - 1)], new Map(), NOBODY, {}, NOW)
    expect(plan).toEqual({ mark: ['old'], unmark: [], drop: [] })
  })

  test('a live reference keeps a blob of any age, and takes its mark off', () => {
    const live = { live: new Set(['old', 'marked']) }
    const plan = planRetention(
      [blob('old', 900 * DAY), blob('marked', 900 * DAY)],
      new Map([['marked', 0]]),
      live,
      {},
      NOW,
    )
    expect(plan).toEqual({ mark: [], unmark: ['marked'], drop: [] })
  })

  test('time is counted from the last reference', () => {
    const seen = (ageMs: number) => ({ live: new Set<string>(), lastSeen: new Map([['old', NOW - ageMs]]) })
    const plan = (ageMs: number) => planRetention([blob('old', 900 * DAY)], new Map(), seen(ageMs), {}, NOW)
    expect(plan(5 * DAY - 1).mark).toEqual([])
    expect(plan(5 * DAY).mark).toEqual(['old'])
  })

  test('a day passes between mark and deletion, however short the grace asked for', () => {
    const plan = (markedMs: number, policy: RetentionPolicy = {}) =>
      planRetention([blob('old', 9 * DAY)], new Map([['old', NOW - markedMs]]), NOBODY, policy, NOW)
    expect(plan(DAY - 1).drop).toEqual([])
    expect(plan(DAY - 1, { graceMs: 0 }).drop).toEqual([])
    expect(plan(DAY).drop).toEqual([{ ref: 'old', why: 'not needed for 216 hours (kept for 120)' }])
    expect(plan(DAY, { graceMs: 2 * DAY }).drop).toEqual([])
  })

  test('a clock that was ahead when the mark was set deletes nothing early', () => {
    expect(planRetention([blob('old', 9 * DAY)], new Map([['old', NOW + DAY]]), NOBODY, {}, NOW).drop).toEqual([])
  })

  test('over the cap the oldest unreferenced go first, until the rest fits', () => {
    const blobs = [blob('a', 1 * DAY), blob('b', 3 * DAY), blob('c', 2 * DAY), blob('held', 4 * DAY)]
    const plan = planRetention(blobs, new Map(), { live: new Set(['held']) }, { maxBytes: 20 }, NOW)
    expect(plan.mark).toEqual(['b', 'c'])
    const later = planRetention(blobs, new Map([['b', NOW - DAY]]), NOBODY, { maxBytes: 35 }, NOW)
    expect(later).toEqual({ mark: ['held'], unmark: ['b'], drop: [] })
    const due = planRetention(blobs, new Map([['held', NOW - DAY]]), NOBODY, { maxBytes: 35 }, NOW)
    expect(due.drop).toEqual([
      { ref: 'held', why: 'the blobs were 5 bytes over their cap, and nothing pointed at this one' },
    ])
  })
})

describe.each(['memory', 'files'])('over %s', (kind) => {
  /** Drivers on one place: a crash is a new driver that finds what the last one stored. */
  const place = (clock: { at: number }) => {
    const disk = new Disk()
    const memory = memoryDriver({ now: () => clock.at, zone: 'UTC' })
    const options = { dir: '/w', now: () => clock.at, zone: 'UTC', vfs: memVfs(disk), locks: processLocks }
    return async () => (kind === 'memory' ? memory : await filesDriver(options)).blobs
  }
  const step = fc.oneof(
    fc.record({ op: fc.constant('put' as const), which: fc.nat(4) }),
    fc.record({ op: fc.constant('hold' as const), which: fc.nat(4) }),
    fc.record({ op: fc.constant('release' as const), which: fc.nat(4) }),
    fc.record({ op: fc.constant('sweep' as const), which: fc.constant(0) }),
    fc.record({ op: fc.constant('crash' as const), which: fc.constant(0) }),
    fc.record({ op: fc.constant('wait' as const), which: fc.integer({ min: 1, max: 72 }) }),
  )

  test('whatever happens, nothing referenced goes, nothing goes early, and nothing stays for ever', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 50 }),
        fc.constantFrom(2 * DAY, 5 * DAY),
        async (steps, maxAgeMs) => {
          const clock = { at: NOW }
          const open = place(clock)
          let blobs = await open()
          const [live, lastSeen] = [new Set<string>(), new Map<string, number>()]
          const [refs, neededAt] = [new Map<number, string>(), new Map<string, number>()]
          const sweep = () =>
            createRetention({
              blobs,
              policy: { maxAgeMs },
              references: () => ({ live, lastSeen }),
              now: () => clock.at,
              every: () => () => undefined,
            }).sweep()
          for (const { op, which } of steps) {
            const ref = refs.get(which)
            if (op === 'put') {
              const { ref: stored } = await blobs.put(`blob ${which}`)
              refs.set(which, stored)
              neededAt.set(stored, clock.at)
            } else if (op === 'hold' && ref !== undefined && (await blobs.get(ref)) instanceof Uint8Array) live.add(ref)
            else if (op === 'release' && ref !== undefined && live.delete(ref)) {
              lastSeen.set(ref, clock.at)
              neededAt.set(ref, clock.at)
            } else if (op === 'wait') clock.at += which * HOUR
            else if (op === 'crash') blobs = await open()
            else if (op === 'sweep') {
              for (const dropped of (await sweep()).drop) {
                expect(live.has(dropped.ref)).toBe(false)
                expect(clock.at - (neededAt.get(dropped.ref) ?? Infinity)).toBeGreaterThanOrEqual(maxAgeMs + DAY)
              }
              for (const held of live) expect(await blobs.get(held)).toBeInstanceOf(Uint8Array)
            }
          }
          clock.at += maxAgeMs
          await sweep()
          clock.at += DAY
          await sweep()
          for (const ref of refs.values()) expect((await blobs.get(ref)) instanceof Uint8Array).toBe(live.has(ref))
        },
      ),
      { numRuns: kind === 'memory' ? runs() : Math.min(runs(), 200) },
    )
  })
})

test('a removal tells whole hours, those that have passed', () => {
  const age = 5 * DAY + 90 * 60_000
  const old = blob('old', age)
  const [dropped] = planRetention([old], new Map([[old.ref, NOW - 2 * DAY]]), NOBODY, {}, NOW).drop
  expect(dropped?.why).toBe('not needed for 121 hours (kept for 120)')
  const policy = { maxAgeMs: 2 * HOUR + 1 }
  const [sooner] = planRetention([old], new Map([[old.ref, NOW - 2 * DAY]]), NOBODY, policy, NOW).drop
  expect(sooner?.why).toBe('not needed for 121 hours (kept for 2)')
})
