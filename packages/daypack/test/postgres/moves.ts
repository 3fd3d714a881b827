import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BIN } from '../../../../scripts/postgres/server.mjs'
import { bytesOf, workspace } from '../../../cli/test/migrate/workspace.ts'
import type { Bench } from './scenario.ts'

const MAIN = path.resolve(import.meta.dirname, '../../../cli/src/main.ts')
const SESSIONS = 40

type Outcome = { readonly killed: boolean; readonly ms: number; readonly out: string; readonly complaint: string }

/** The command itself, ended by SIGKILL after so many milliseconds if it still runs then. */
function migrate(from: string, to: string, killAfterMs = Infinity): Promise<Outcome> {
  const started = performance.now()
  const args = ['--conditions=daypack-source', MAIN, 'migrate', '--from', from, '--to', to, '--json']
  const child = spawn(process.execPath, args)
  let [out, complaint] = ['', '']
  child.stdout.on('data', (bytes) => (out += bytes))
  child.stderr.on('data', (bytes) => (complaint += bytes))
  const timer = Number.isFinite(killAfterMs) ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : undefined
  return new Promise((resolve) =>
    child.on('close', (_, signal) => {
      clearTimeout(timer)
      resolve({ killed: signal === 'SIGKILL', ms: performance.now() - started, out, complaint })
    }),
  )
}

/** Killed at moments spread over the time that a whole move takes, and begun again each time, until one gets through. */
async function throughKills(from: string, to: string, whole: number, kills: number): Promise<string> {
  let done = 0
  for (let nth = 1; nth <= kills; nth++) {
    const { killed } = await migrate(from, to, whole * (0.3 + (0.7 * nth) / (kills + 1)))
    if (killed) done++
  }
  const last = await migrate(from, to)
  const { left, known, counts } = JSON.parse(last.out || '{}') as {
    left?: string[]
    known?: number
    counts?: Record<string, number>
  }
  assert.deepEqual(left, [], last.complaint)
  const moved = Object.values(counts ?? {}).reduce((sum, each) => sum + each, 0)
  return `${done} kills, then ${known} things were there and ${moved} were moved`
}

/** `daypack migrate` with SIGKILL, into the database and out of it, and a backup: the same bytes come back. */
export async function moves({ scenario, url, admin, server, run, share }: Bench): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-moves-'))
  const [from, back] = [path.join(folder, 'from'), path.join(folder, 'back')]
  const tenant = (name: string) => `${url}?tenant=${encodeURIComponent(`${run} ${name}`)}`
  const kills = Math.max(2, Math.round(10 * share))
  await workspace(from, SESSIONS)
  const rehearsal = await migrate(from, tenant('rehearsal'))
  await scenario('migrate into PostgreSQL, killed again and again', () =>
    throughKills(from, tenant('moved'), rehearsal.ms, kills),
  )
  await scenario('migrate out of PostgreSQL, killed again and again', async () => {
    const said = await throughKills(tenant('moved'), back, rehearsal.ms, kills)
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
      const { out, complaint } = await migrate(there.href, restored)
      assert.deepEqual((JSON.parse(out || '{}') as { left?: string[] }).left, [], complaint)
      assert.deepEqual(bytesOf(restored), bytesOf(from))
      await admin.query(`DROP DATABASE ${other} WITH (FORCE)`)
      return `${Object.keys(bytesOf(restored)).length} files, the same bytes`
    })
  }
  rmSync(folder, { recursive: true, force: true })
}
