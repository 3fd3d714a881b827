// A workspace moved from one folder to another; to PostgreSQL and back, and killed in the middle: move.slow.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesDriver } from 'daypack/drivers'
import { afterAll, expect, test } from 'vitest'
import { AT, bytesOf, workspace } from '../../test/migrate/workspace.ts'
import { openPlace } from '../workspace.ts'
import { move, type Step } from './move.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'daypack-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opening = (clock: { at: number }) => ({ now: () => clock.at, migrate: true })

async function moved(from: string, to: string, onStep?: (step: Step) => void) {
  const clock = { at: AT }
  const source = await openPlace(from, opening(clock))
  const target = await openPlace(to, { ...opening(clock), zone: source.zone, make: true })
  try {
    return await move(source, target, clock, onStep)
  } finally {
    await source.close()
    await target.close()
  }
}

test('everything arrives as it was, step by step; the second time it is known', async () => {
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
  await workspace(from)
  const steps: string[] = []
  const counts = { blobs: 4, sessions: 3, days: 2, notes: 3 }
  const first = await moved(from, to, ({ part, done, of }) => steps.push(`${part} ${done}/${of}`))
  expect(first).toMatchObject({ left: [], counts, known: 0 })
  expect(first.bytes).toBeGreaterThan(10_000)
  expect([steps[0], steps.at(-1), steps.length]).toEqual(['blobs 1/4', 'notes 3/3', 12])
  expect(bytesOf(to)).toEqual(bytesOf(from))
  expect(await moved(from, to)).toMatchObject({ left: [], bytes: 0, known: 12 })
})

test('another time zone cannot be merged', async () => {
  const dir = path.join(folder, 'rome')
  await workspace(dir, 1)
  await expect(openPlace(dir, { zone: 'Asia/Tokyo' })).rejects.toThrow('Europe/Rome, the other one Asia/Tokyo')
})

test('what is there already and differs is named and left alone', async () => {
  const [from, to] = [path.join(folder, 'one'), path.join(folder, 'other')]
  await workspace(from)
  await workspace(to, 1)
  const other = await filesDriver({ dir: to, now: () => AT })
  await other.log.append('Session 1 / ü', [{ seq: 1, at: AT, kind: 'mark', name: 'mine' }], { expect: 0 })
  await other.close()
  const { left } = await moved(from, to)
  expect(left).toEqual(['sessions Session 1 / ü: a different session of this name already exists'])
  const again = await filesDriver({ dir: to, now: () => AT })
  expect((await again.log.read('Session 1 / ü')).head).toBe(1)
  expect((await again.log.read('Session 2 / ü')).head).toBe(5)
  await again.close()
})

test.each([
  ['redis://ann:secret@x/y', /postgres:\/\/role@host\/database.* redis:\/\/x\/y is none/],
  ['postgres://x/y', /\?tenant=<name>/],
  [path.join(folder, 'nowhere'), /There is no workspace/],
])('%s is refused', async (place, said) => {
  await expect(openPlace(place, opening({ at: 1 }))).rejects.toThrow(said)
})
