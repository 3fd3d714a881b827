// What is moved between two workspaces, what was there already, and what is left behind and why.
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Entry } from 'daypack'
import { filesDriver } from 'daypack/drivers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { GONE, workspace } from '../../test/migrate/workspace.ts'
import { openPlace, type Workspace } from '../workspace.ts'
import { move, type Step } from './move.ts'

const NOON = Date.UTC(2026, 2, 28, 12)
let clock = { at: NOON }
beforeEach(() => void (clock = { at: NOON }))

/** An empty folder as a workspace whose parts a test may replace. */
async function empty(): Promise<Workspace> {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-move-'))
  const { log, blobs, days, notes, ...driver } = await filesDriver({ dir, now: () => clock.at, zone: 'UTC' })
  onTestFinished(async () => {
    await driver.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return { ...driver, log: { ...log }, blobs: { ...blobs }, days: { ...days }, notes: { ...notes } }
}
const mark = (seq: number, name = 'x'): Entry => ({ seq, at: NOON + seq, kind: 'mark', name })
const day = (seq: number, message = 'said') => ({ session: 's', seq, at: NOON, sha256: `h${seq}`, message })

async function filled(): Promise<Workspace> {
  const made = await empty()
  await made.log.append('s', [mark(1), mark(2)], { expect: 0 })
  await made.blobs.put('stored')
  await made.days.append([day(1)])
  await made.notes.write('MEMORY.md', '- tea\n', { expect: undefined, why: 'new' })
  return made
}

test('everything once: the second time all of it is known, and no bytes are written', async () => {
  const [from, to] = [await filled(), await empty()]
  const steps: Step[] = []
  const first = await move(from, to, clock, (step) => steps.push(step))
  expect(first).toEqual({
    counts: { blobs: 1, sessions: 1, days: 1, notes: 1 },
    known: 0,
    bytes: 'stored'.length + JSON.stringify([mark(1), mark(2)]).length + JSON.stringify([day(1)]).length,
    left: [],
  })
  expect(steps.map(({ part, done, of, what }) => [part, done, of, what.length > 20 ? '<ref>' : what])).toEqual([
    ['blobs', 1, 1, '<ref>'],
    ['sessions', 1, 1, 's'],
    ['days', 1, 1, '2026-03-28'],
    ['notes', 1, 1, 'MEMORY.md'],
  ])
  expect(await move(from, to, clock)).toEqual({
    counts: { blobs: 0, sessions: 0, days: 0, notes: 0 },
    known: 4,
    bytes: 0,
    left: [],
  })
  expect((await to.log.read('s')).entries).toEqual([mark(1), mark(2)])
})

test('a session goes on where an earlier try ended, in batches, each at the time of its first entry', async () => {
  const [from, to] = [await empty(), await empty()]
  const entries = Array.from({ length: 450 }, (_, at) => mark(at + 1))
  await from.log.append('long', entries, { expect: 0 })
  await to.log.append('long', entries.slice(0, 10), { expect: 0 })
  const batches: number[][] = []
  const append = to.log.append.bind(to.log)
  to.log.append = (session, batch, options) => {
    batches.push([options.expect, batch.length, clock.at - NOON])
    return append(session, batch, options)
  }
  const { counts, left } = await move(from, to, clock)
  expect([counts.sessions, left, batches]).toEqual([
    1,
    [],
    [
      [10, 200, 11],
      [210, 200, 211],
      [410, 40, 411],
    ],
  ])
  expect((await to.log.read('long')).entries).toEqual(entries)
})

describe('left behind, with the reason, and the others go on:', () => {
  const moved = async (change: (from: Workspace, to: Workspace) => unknown) => {
    const [from, to] = [await filled(), await empty()]
    await change(from, to)
    const { left, counts } = await move(from, to, clock)
    return [...left.map((line) => line.replace(/[0-9a-f]{64}/, '<ref>')), ...Object.values(counts)]
  }
  test('a blob that disappears, or whose copy is another text', async () => {
    expect(await moved((from) => (from.blobs.get = async () => ({ gone: true }) as never))).toEqual([
      'blobs <ref>: it disappeared during the move',
      ...[0, 1, 1, 1],
    ])
    expect(await moved((_, to) => (to.blobs.get = async () => Buffer.from('other')))).toEqual([
      'blobs <ref>: the copy does not match its hash',
      ...[0, 1, 1, 1],
    ])
  })
  test('a session whose log is damaged, is another one there, or is written by somebody else', async () => {
    const damage = [{ file: 'f', offset: 0, bytes: 1, why: 'x' }]
    expect(
      await moved(({ log }) => {
        const read = log.read.bind(log)
        log.read = async (session) => ({ ...(await read(session)), damage: [...damage, ...damage] })
      }),
    ).toEqual(['sessions s: 2 damaged places in its log; see daypack doctor', 1, 0, 1, 1])
    expect(await moved((_, to) => to.log.append('s', [mark(1, 'mine')], { expect: 0 }))).toEqual([
      'sessions s: a different session of this name already exists',
      ...[1, 0, 1, 1],
    ])
    expect(await moved((_, to) => to.log.append('s', [mark(1), mark(2), mark(3)], { expect: 0 }))).toEqual([
      'sessions s: a different session of this name already exists',
      ...[1, 0, 1, 1],
    ])
    expect(await moved((_, to) => (to.log.append = async () => ({ conflict: 7 })))).toEqual([
      'sessions s: another process is writing there',
      ...[1, 0, 1, 1],
    ])
    expect(await moved((_, to) => (to.log.append = async () => ({ head: 2 })))).toEqual([
      'sessions s: the copy differs',
      ...[1, 0, 1, 1],
    ])
  })
  test('a day with other records, and a note that says something else', async () => {
    expect(await moved((_, to) => to.days.append([day(9, 'other')]))).toEqual([
      'days 2026-03-28: different records of this day already exist',
      ...[1, 1, 0, 1],
    ])
    const other = (_: Workspace, to: Workspace) =>
      to.notes.write('MEMORY.md', '- coffee\n', { expect: undefined, why: 'mine' })
    expect(await moved(other)).toEqual(['notes MEMORY.md: a different note of this name already exists', 1, 1, 1, 0])
  })
  test('a note that did not arrive as it is', async () => {
    expect(await moved((_, to) => (to.notes.adopt = async () => {}))).toEqual([
      'notes MEMORY.md: it is not plain UTF-8 text, and was changed',
      ...[1, 1, 1, 0],
    ])
  })
})

test('what is wrong with all of it ends the move', async () => {
  const [from, to] = [await filled(), await empty()]
  Reflect.deleteProperty(to.notes, 'adopt')
  await expect(move(from, to, clock)).rejects.toThrow('takes over no notes; move to files or postgres')
  const full = await empty()
  full.blobs.put = async () => Promise.reject(new Error('no space'))
  await expect(move(from, full, clock)).rejects.toThrow('no space')
})

test('between folders: blobs that are gone are known as gone, marks stay, half-written files of before are removed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')]
  await workspace(one, 2)
  const opening = { now: () => clock.at }
  const from = await openPlace(one, opening)
  const to = await openPlace(two, { ...opening, zone: from.zone, make: true })
  onTestFinished(async () => {
    await from.close()
    await to.close()
  })
  const [half, fresh] = ['.tmp-half', '.tmp-fresh'].map((name) => path.join(two, 'log', name))
  for (const file of [half, fresh]) writeFileSync(file ?? '', 'half')
  utimesSync(half ?? '', 0, 0)
  utimesSync(fresh ?? '', new Date(Date.now() + 60_000), new Date(Date.now() + 60_000))
  const { left, counts } = await move(from, to, clock)
  expect([left, counts]).toEqual([[], { blobs: 3, sessions: 2, days: 2, notes: 3 }])
  expect([existsSync(half ?? ''), existsSync(fresh ?? '')]).toEqual([false, true])
  expect(await to.blobs.marked()).toEqual(await from.blobs.marked())
  const gone = (await from.blobs.info(refIn(await from.log.read('Session 0 / ü')))) as object
  expect(gone).toMatchObject({ gone: true, bytes: GONE.length })
  expect(await to.blobs.info(refIn(await from.log.read('Session 0 / ü')))).toEqual(gone)
  expect(await to.notes.versions()).toEqual(await from.notes.versions())
})

/** The last result that a log keeps outside of it. */
function refIn({ entries }: { entries: readonly Entry[] }): string {
  return /"ref":"([0-9a-f]{64})"/.exec(JSON.stringify(entries.at(-1)))?.[1] ?? ''
}

test('two folders of different time zones cannot be merged, and one that is none is not made', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await (await filesDriver({ dir: path.join(folder, 'a'), now: () => NOON, zone: 'UTC' })).close()
  await expect(openPlace(path.join(folder, 'a'), { zone: 'Europe/Rome', make: true })).rejects.toThrow(
    'uses the time zone UTC, the other one Europe/Rome',
  )
  await expect(openPlace(path.join(folder, 'b'))).rejects.toThrow('There is no workspace at')
})
