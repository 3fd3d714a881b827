// A workspace moved from one folder to another; to PostgreSQL and back, and killed in the middle: move.slow.test.ts.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesDriver } from 'daypack/drivers'
import { afterAll, expect, test } from 'vitest'
import { AT, bytesOf, GONE, workspace } from '../../test/migrate/workspace.ts'
import { openPlace, type Workspace } from '../workspace.ts'
import { move, type Step } from './move.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'daypack-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opening = (clock: { at: number }) => ({ now: () => clock.at, migrate: true })

type Changed = { readonly source?: (place: Workspace) => object; readonly target?: (place: Workspace) => object }

async function moved(from: string, to: string, onStep?: (step: Step) => void, changed: Changed = {}) {
  const clock = { at: AT + 7 }
  const source = await openPlace(from, opening(clock))
  const target = await openPlace(to, { ...opening(clock), zone: source.zone, make: true })
  try {
    return await move(
      { ...source, ...changed.source?.(source) },
      { ...target, ...changed.target?.(target) },
      clock,
      onStep,
    )
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
  const state = async (dir: string) => {
    const driver = await filesDriver({ dir, now: () => AT })
    const blobs: unknown[] = []
    for await (const blob of driver.blobs.list()) blobs.push(blob)
    const gone = await driver.blobs.info(createHash('sha256').update(GONE).digest('hex'))
    const [marks, versions] = [await driver.blobs.marked(), await driver.notes.versions()]
    await driver.close()
    return { blobs, gone, marks, versions }
  }
  expect(await state(to)).toEqual(await state(from))
})

test('what an earlier try left half written goes, what another is writing now stays', async () => {
  const [from, to] = [path.join(folder, 'whole'), path.join(folder, 'half')]
  await workspace(from, 1)
  mkdirSync(path.join(to, 'log'), { recursive: true })
  for (const [name, seconds] of [
    ['.tmp-old', 1],
    ['.tmp-new', Date.now() / 1_000 + 3_600],
  ] as const) {
    writeFileSync(path.join(to, 'log', name), 'half')
    utimesSync(path.join(to, 'log', name), seconds, seconds)
  }
  await moved(from, to)
  expect(readdirSync(path.join(to, 'log')).filter((name) => name.startsWith('.tmp-'))).toEqual(['.tmp-new'])
})

const wrong = Promise.resolve(new Uint8Array(3))
test.each<[string, Changed, readonly string[]]>([
  [
    'a blob that is gone in the meantime',
    { source: ({ blobs }) => ({ blobs: { ...blobs, get: () => Promise.resolve({ gone: true }) } }) },
    ['blobs <hash>: it disappeared during the move', 'blobs <hash>: it disappeared during the move'],
  ],
  [
    'blobs that arrive as something else',
    { target: ({ blobs }) => ({ blobs: { ...blobs, get: () => wrong } }) },
    ['blobs <hash>: the copy does not match its hash', 'blobs <hash>: the copy does not match its hash'],
  ],
  [
    'a damaged log',
    {
      source: ({ log }) => ({
        log: { ...log, read: async (id: string) => ({ ...(await log.read(id)), damage: [{}] }) },
      }),
    },
    ['sessions Session 0 / ü: 1 damaged places in its log; see daypack doctor'],
  ],
  [
    'a log that somebody writes to',
    { target: ({ log }) => ({ log: { ...log, append: () => Promise.resolve({ conflict: true }) } }) },
    ['sessions Session 0 / ü: another process is writing there'],
  ],
  [
    'a log that keeps nothing',
    { target: ({ log }) => ({ log: { ...log, append: () => Promise.resolve({}) } }) },
    ['sessions Session 0 / ü: the copy differs'],
  ],
  [
    'days that keep nothing',
    { target: ({ days }) => ({ days: { ...days, append: () => Promise.resolve() } }) },
    [
      'days 2026-03-28: different records of this day already exist',
      'days 2026-03-29: different records of this day already exist',
    ],
  ],
  [
    'notes that keep nothing',
    { target: ({ notes }) => ({ notes: { ...notes, adopt: () => Promise.resolve() } }) },
    [
      'notes MEMORY.md: it is not plain UTF-8 text, and was changed',
      'notes memory/deep/日本.md: it is not plain UTF-8 text, and was changed',
      'notes memory/removed.md: its versions differ',
    ],
  ],
  [
    'other notes of these names',
    { target: ({ notes }) => ({ notes: { ...notes, read: () => Promise.resolve({ hash: 'other', text: 'other' }) } }) },
    [
      'notes MEMORY.md: a different note of this name already exists',
      'notes memory/deep/日本.md: a different note of this name already exists',
      'notes memory/removed.md: a different note of this name already exists',
    ],
  ],
])('%s: named, and the rest arrives', async (name, changed, said) => {
  const from = path.join(folder, 'single')
  if (!existsSync(from)) await workspace(from, 1)
  const { left } = await moved(from, path.join(folder, name), undefined, changed)
  expect(left.map((line) => line.replace(/[0-9a-f]{64}/, '<hash>'))).toEqual(said)
})

test('a place that takes over no notes, or that cannot be used at all, ends the move', async () => {
  const [from, to] = [path.join(folder, 'single'), path.join(folder, 'ended')]
  const noNotes: Changed = { target: ({ notes }) => ({ notes: { ...notes, adopt: undefined } }) }
  await expect(moved(from, to, undefined, noNotes)).rejects.toThrow('takes over no notes; move to files or postgres.')
  const full = () => Promise.reject(new Error('ENOSPC'))
  const noRoom: Changed = { target: ({ log }) => ({ log: { ...log, append: full } }) }
  await expect(moved(from, `${to} too`, undefined, noRoom)).rejects.toThrow('ENOSPC')
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
