import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BIN } from '../../../scripts/postgres/server.mjs'
import { bytesOf, workspace } from '../../cli/test/migrate/workspace.ts'
import type { Bench } from './scenario.ts'

const MAIN = path.resolve(import.meta.dirname, '../../cli/src/main.ts')
const MOVER = path.join(import.meta.dirname, 'mover.ts')
const SESSIONS = 40

type Outcome = { readonly killed: boolean; readonly out: string; readonly complaint: string }

function run(...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['--conditions=daypack-source', ...args])
  let [out, complaint] = ['', '']
  child.stdout.on('data', (bytes) => (out += bytes))
  child.stderr.on('data', (bytes) => (complaint += bytes))
  return new Promise((resolve) =>
    child.on('close', (_, signal) => resolve({ killed: signal === 'SIGKILL', out, complaint })),
  )
}

async function migrate(from: string, to: string) {
  const { out, complaint } = await run(MAIN, 'migrate', '--from', from, '--to', to, '--json')
  const said = JSON.parse(out || '{}') as { left?: string[]; known?: number; counts?: Record<string, number> }
  assert.deepEqual(said.left, [], complaint)
  const moved = Object.values(said.counts ?? {}).reduce((sum, each) => sum + each, 0)
  return { known: said.known ?? 0, moved }
}

/** Killed again and again, each time a little later on the way, and begun again until the command gets through. */
async function throughKills(from: string, to: string, things: number, kills: number): Promise<string> {
  let done = 0
  for (let nth = 1; nth <= kills; nth++) {
    const { killed } = await run(MOVER, from, to, String(Math.round((things * nth) / (kills + 1))))
    if (killed) done++
  }
  const { known, moved } = await migrate(from, to)
  assert.ok(done > 0 && known > 0)
  return `${done} kills, then ${known} things were there and ${moved} were moved`
}

/** `daypack migrate` with SIGKILL, into the database and out of it, and a backup: the same bytes come back. */
export async function moves({ scenario, url, admin, server, run, share }: Bench): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-moves-'))
  const [from, back] = [path.join(folder, 'from'), path.join(folder, 'back')]
  const tenant = (name: string) => `${url}?tenant=${encodeURIComponent(`${run} ${name}`)}`
  const kills = Math.max(2, Math.round(10 * share))
  await workspace(from, SESSIONS)
  let things = 0
  await scenario('migrate into PostgreSQL, killed again and again', async () => {
    things = (await migrate(from, tenant('moved at once'))).moved
    return throughKills(from, tenant('moved'), things, kills)
  })
  await scenario('migrate out of PostgreSQL, killed again and again', async () => {
    const said = await throughKills(tenant('moved'), back, things, kills)
    const [one, two] = [bytesOf(from), bytesOf(back)]
    assert.deepEqual(two, one)
    return `${said}; ${Object.keys(one).length} files, the same bytes`
  })
  if (server) {
    await scenario('backed up with pg_dump, restored into an empty database', async () => {
      const restored = path.join(folder, 'restored')
      const [dump, other] = [path.join(folder, 'dump'), `restored_${run}`]
      const program = (name: string, ...args: string[]) => execFileSync(path.join(BIN, name), args, { stdio: 'pipe' })
      program('pg_dump', '--format=custom', '--schema=daypack', '--extension=vector', `--file=${dump}`, url)
      await admin.query(`CREATE DATABASE ${other}`)
      const there = new URL(url)
      there.pathname = `/${other}`
      program('pg_restore', '--exit-on-error', `--dbname=${there.href}`, dump)
      there.searchParams.set('tenant', `${run} moved`)
      await migrate(there.href, restored)
      assert.deepEqual(bytesOf(restored), bytesOf(from))
      await admin.query(`DROP DATABASE ${other} WITH (FORCE)`)
      return `${Object.keys(bytesOf(restored)).length} files, the same bytes`
    })
  }
  rmSync(folder, { recursive: true, force: true })
}
