import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryDriver } from '../drivers/memory/index.ts'
import { planRetention } from '../log/retention.ts'
import type { Driver } from '../model/driver.ts'
import type { Entry } from '../model/entry.ts'
import { blobReferences } from './blob-references.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 100 * DAY
const MAX_AGE = 5 * DAY

/** Sessions whose one result is a blob, left alone at some time; a blob may be younger than who points at it. */
async function workspace(sessions: readonly { at: number; blob: number }[], blobs: readonly number[]) {
  let now = 0
  const driver = memoryDriver({ now: () => now, zone: 'UTC' })
  const made = []
  for (const [index, at] of blobs.entries()) {
    now = at
    made.push(await driver.blobs.put(`blob ${index}`))
  }
  const read: string[] = []
  for (const [index, { at, blob }] of sessions.entries()) {
    const { ref, bytes, lines } = made[blob % made.length] as (typeof made)[number]
    const block = { type: 'tool-result', callId: 'c', tool: 't', content: { ref, bytes, lines } } as const
    const message = { role: 'tool', blocks: [block] } as const
    const sizes = [{ tokens: 1, bytes: 1 }]
    const entry = { seq: 1, at, kind: 'message', message, hash: '', sizes, counter: 'x' } as unknown as Entry
    await driver.log.append(`s${index}`, [entry], { expect: 0 })
  }
  const log: NonNullable<Driver['log']> = {
    ...driver.log,
    read: async (session, after) => {
      read.push(session)
      return await driver.log.read(session, after)
    },
    last: async (session) => sessions[Number(session.slice(1))]?.at,
  }
  return { driver: { ...driver, log }, made, read }
}

test('F-73: sessions left alone before the oldest blob are not read when retention asks', async () => {
  const idle = Array.from({ length: 20 }, (_, index) => ({ at: index * DAY, blob: 0 }))
  const { driver, read } = await workspace([...idle, { at: 95 * DAY, blob: 0 }], [93 * DAY])
  await blobReferences(driver, NOW, MAX_AGE, 93 * DAY)
  expect(read).toEqual(['s20'])
})

test('F-73: clocks may differ by a day, and not by more', async () => {
  const edge = Math.min(93 * DAY, NOW - MAX_AGE)
  const { driver, read } = await workspace(
    [
      { at: edge - 0.9 * DAY, blob: 0 },
      { at: edge - 1.1 * DAY, blob: 0 },
    ],
    [93 * DAY],
  )
  await blobReferences(driver, NOW, MAX_AGE, 93 * DAY)
  expect(read).toEqual(['s0'])
})

test('F-73: what retention does is the same, whether those are read or not', async () => {
  const time = fc.integer({ min: 0, max: 100 * 24 }).map((hours) => hours * HOUR)
  const arb = fc.array(fc.record({ at: time, blob: fc.nat(5) }), { maxLength: 8 })
  const capped = fc.constantFrom({}, { maxBytes: 12 })
  await fc.assert(
    fc.asyncProperty(arb, fc.array(time, { minLength: 1, maxLength: 5 }), capped, async (sessions, blobs, cap) => {
      const { driver, made } = await workspace(sessions, blobs)
      const oldest = Math.min(...made.map(({ at }) => at))
      const policy = { maxAgeMs: MAX_AGE, ...cap }
      const marks = new Map(made.slice(0, 2).map(({ ref, at }) => [ref, at]))
      const planned = async (from?: number) =>
        planRetention(made, marks, await blobReferences(driver, NOW, MAX_AGE, from), policy, NOW)
      expect(await planned(oldest)).toEqual(await planned())
    }),
  )
})
