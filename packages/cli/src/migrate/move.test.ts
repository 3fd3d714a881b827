import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from 'daypack'
import { filesDriver } from 'daypack/drivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPglite } from '../../../daypack/test/postgres/pglite.ts'
import { move } from './move.ts'
import { openPlace } from './open.ts'

const AT = Date.UTC(2026, 2, 28, 12)
const GONE = 'gone '.repeat(400)
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-migrate-'))
let server: Awaited<ReturnType<typeof startPglite>>
beforeAll(async () => {
  server = await startPglite()
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sessions with odd names, blobs (one gone, one marked), days, notes with versions, one of them removed. */
async function workspace(dir: string, sessions = 3): Promise<void> {
  const driver = await filesDriver({ dir, now: () => AT, zone: 'Europe/Rome' })
  const { blobs, days, notes } = driver
  const pack = await createDaypack({ driver, now: () => AT, inlineMaxBytes: 1_000, memory: false, retention: false })
  for (let number = 0; number < sessions; number++) {
    const session = await pack.session(`Session ${number} / ü`)
    await session.append({ role: 'user', blocks: [{ type: 'text', text: `hello \ud83d ${number} \u0000` }] })
    for (const [callId, text] of [
      ['a', `content ${number}\n`.repeat(500)],
      ['b', GONE],
    ] as const) {
      await session.append({ role: 'assistant', blocks: [{ type: 'tool-call', callId, tool: 'Read', input: {} }] })
      await session.append({ role: 'tool', blocks: [{ type: 'tool-result', callId, tool: 'Read', content: { text } }] })
    }
    await days.append([
      { session: `s${number}`, seq: 1, at: AT, sha256: 'a'.repeat(64), message: { role: 'user', text: 'hello' } },
      { session: `s${number}`, seq: 2, at: AT + 86_400_000, sha256: 'b'.repeat(64), message: 'bare' },
    ])
  }
  await pack.close()
  const gone = createHash('sha256').update(GONE).digest('hex')
  await blobs.mark(gone, AT)
  await blobs.drop(gone, 'old', AT)
  const marked = await blobs.put('marked')
  await blobs.mark(marked.ref, AT)
  const put = async (file: string, text: string, why: string) =>
    notes.write(file, text, { expect: (await notes.read(file))?.hash, why })
  for (const text of ['one', 'two', 'one']) await put('MEMORY.md', `${text}\n`, `to ${text}`)
  await put('memory/deep/日本.md', '\ufeffmark\r\n', 'new')
  const { hash } = (await put('memory/removed.md', 'x', 'new')) as { hash: string }
  await notes.remove('memory/removed.md', { expect: hash, why: 'done' })
  await driver.close()
}

/** Every file by its bytes; of the list of blobs what it says, for its history is shorter after a move. */
function bytesOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(dir, name)).isFile())
  const own = files.filter((name) => !/^(?:\.lock|\.trash|index)\/|manifest\.jsonl$/.test(name))
  return Object.fromEntries(own.toSorted().map((name) => [name, readFileSync(path.join(dir, name), 'base64')]))
}

const at = (tenant: string) => `${server.url}?tenant=${tenant}`
const opening = (clock: { at: number }) => ({ now: () => clock.at, env: {} })

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

test('killed in the middle, it goes on where it was', async () => {
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

test.each([
  ['redis://x', /neither a folder nor an address/],
  ['postgres://x/y', /\?tenant=<name>/],
  [path.join(folder, 'nowhere'), /There is no workspace/],
])('%s is refused', async (place, said) => {
  await expect(openPlace(place, opening({ at: 1 }))).rejects.toThrow(said)
})
