import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesDriver } from 'daypack/drivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPglite } from '../../../daypack-postgres/test/pglite.ts'
import { AT, bytesOf, GONE, workspace } from '../../test/migrate/workspace.ts'
import { move } from './move.ts'
import { openPlace } from '../workspace.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'daypack-migrate-'))
let server: Awaited<ReturnType<typeof startPglite>>
beforeAll(async () => {
  server = await startPglite()
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (tenant: string) => `${server.url}?tenant=${tenant}`
const opening = (clock: { at: number }) => ({ now: () => clock.at, migrate: true })

async function moved(from: string, to: string) {
  const clock = { at: AT }
  const source = await openPlace(from, opening(clock))
  const target = await openPlace(to, { ...opening(clock), zone: source.zone, make: true })
  try {
    return await move(source, target, clock)
  } finally {
    await source.close()
    await target.close()
  }
}

test('files to PostgreSQL and back: the same bytes, and the second time nothing to do', async () => {
  const [from, back] = [path.join(folder, 'from'), path.join(folder, 'back')]
  await workspace(from)
  const there = await moved(from, at('there'))
  expect(there).toMatchObject({ left: [], counts: { blobs: 4, sessions: 3, days: 2, notes: 3 } })
  expect(await moved(from, at('there'))).toMatchObject({ left: [], bytes: 0, known: 12 })
  expect(await moved(at('there'), back)).toMatchObject({ left: [], counts: there.counts })
  expect(bytesOf(back)).toEqual(bytesOf(from))
  const [one, two] = await Promise.all([from, back].map((dir) => filesDriver({ dir, now: () => AT })))
  expect(await two?.blobs.marked()).toEqual(await one?.blobs.marked())
  const ref = createHash('sha256').update(GONE).digest('hex')
  expect(await two?.blobs.info(ref)).toEqual({ gone: true, bytes: GONE.length, hash: ref })
  expect(await two?.notes.versions()).toEqual(await one?.notes.versions())
  await Promise.all([one?.close(), two?.close()])
})

test('G-159 killed in the middle, it resumes where it was and leaves nothing half written', async () => {
  const [from, to] = [path.join(folder, 'long'), path.join(folder, 'long copy')]
  await workspace(from, 15)
  const main = path.resolve(import.meta.dirname, '../main.ts')
  const run = (kill: boolean) => {
    const child = spawn(process.execPath, [
      '--conditions=daypack-source',
      main,
      'migrate',
      '--from',
      from,
      '--to',
      to,
      '--json',
    ])
    let out = ''
    child.stdout.on('data', (bytes) => (out += bytes))
    if (kill) child.stderr.once('data', () => child.kill('SIGKILL'))
    return new Promise<{ out: string; signal: NodeJS.Signals | null }>((resolve) =>
      child.on('close', (_, signal) => resolve({ out, signal })),
    )
  }
  expect((await run(true)).signal).toBe('SIGKILL')
  const done = JSON.parse((await run(false)).out) as { left: string[]; known: number; counts: { sessions: number } }
  expect(done.left).toEqual([])
  expect(done.known).toBeGreaterThan(0)
  expect(done.counts.sessions).toBeGreaterThan(0)
  expect(bytesOf(to)).toEqual(bytesOf(from))
})
