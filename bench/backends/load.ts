// Load on files with SQLite and on PostgreSQL, side by side:
//   nice node --conditions=daypack-source bench/backends/load.ts [appends|prepare|search|agents] [sqlite|postgres]
// UNITS=10000,100000 says how many are searched; the second word, which backend alone. DAYPACK_PG_URL names a server; without it Debian's PostgreSQL 17 with pgvector is started, with its usual settings.
import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack } from '../../packages/daypack/src/daypack.ts'
import { anthropic } from '../../packages/daypack/src/codecs/anthropic/index.ts'
import { filesDriver } from '../../packages/daypack/src/drivers/files/index.ts'
import { connectPostgres, postgresDriver } from '../../packages/daypack-postgres/src/index.ts'
import { sqliteIndexStore } from '../../packages/daypack/src/drivers/sqlite/index-store.ts'
import { createSearcher } from '../../packages/daypack/src/memory/search/searcher.ts'
import type { Driver } from '../../packages/daypack/src/model/driver.ts'
import type { IndexStore } from '../../packages/daypack/src/model/index-store.ts'
import { byBytes } from '../../packages/daypack/src/tokens/count.ts'
import { startServer } from '../../scripts/postgres/server.mjs'
import { growWire } from './conversation.ts'
import { noteText, questions } from './text.ts'

const given = process.env['DAYPACK_PG_URL']
const server = given === undefined ? await startServer({ settings: { shared_buffers: '1GB' } }) : undefined
const url = given ?? server?.url ?? ''
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-backends-'))
const [only, backend] = process.argv.slice(2)
const SESSIONS = [1, 8, 64]
const UNITS = (process.env['UNITS'] ?? '10000,100000').split(',').map(Number)
const postgres = connectPostgres({ url, connections: 20 })
let places = 0
type Kind = 'files' | 'postgres'
const KINDS: readonly Kind[] = ['files', 'postgres']
const place = (): string => `place ${++places} ${Date.now()}`

async function driverOf(kind: Kind): Promise<Driver> {
  const name = place()
  return kind === 'files'
    ? filesDriver({ dir: path.join(folder, name), now: Date.now, zone: 'UTC' })
    : postgresDriver({ postgres, tenant: name })
}

/** CPU milliseconds so far, of this process and of the server, ended ones included: on a busy machine they say more than the clock. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  const postmaster = server?.pid()
  if (postmaster === undefined) return own
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
        const cells = rest.split(' ')
        if (Number(name) === postmaster) return [Number(cells[13]) + Number(cells[14])]
        return Number(cells[1]) === postmaster ? [Number(cells[11]) + Number(cells[12])] : []
      } catch {
        return []
      }
    })
  return own + ticks.reduce((sum, each) => sum + each, 0) * 10
}

function row(...cells: readonly (string | number)[]): void {
  const text = cells.map((cell) => (typeof cell === 'number' ? cell.toPrecision(3) : cell))
  console.log(`| ${text.join(' | ')} |`)
}
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Durable appends of 2 KB, one after the other in each session. */
async function appends(): Promise<void> {
  console.log(
    '\n| durable appends | sessions | a second, all | a second, each | p50 ms | p99 ms | CPU ms each |\n| --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const sessions of SESSIONS) {
    for (const kind of KINDS) {
      const driver = await driverOf(kind)
      const times: number[] = []
      const until = performance.now() + 4_000
      let done = 0
      const spent = cpu()
      const started = performance.now()
      const one = async (session: string) => {
        for (let seq = 1; performance.now() < until; seq++) {
          const before = performance.now()
          const entry = { seq, at: seq, kind: 'mark' as const, name: 'load', data: 'x'.repeat(2_000) }
          await driver.log?.append(session, [entry], { expect: seq - 1 })
          times.push(performance.now() - before)
          done++
        }
      }
      await Promise.all(Array.from({ length: sessions }, (_, index) => one(`s${index}`)))
      const rate = done / ((performance.now() - started) / 1000)
      times.sort((a, b) => a - b)
      row(
        kind,
        String(sessions),
        Math.round(rate),
        rate / sessions,
        at(times, 0.5),
        at(times, 0.99),
        (cpu() - spent) / done,
      )
      await driver.close?.()
    }
  }
}

/** A turn: the whole conversation comes in, two messages are new; `prepare` answers when they are durable. */
async function prepares(): Promise<void> {
  console.log(
    '\n| prepare | sessions | turns a second | p50 ms | p99 ms | CPU ms each |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const sessions of SESSIONS) {
    for (const kind of KINDS) {
      const driver = await driverOf(kind)
      const pack = await createDaypack({
        driver,
        window: 100_000_000,
        memory: false,
        retention: false,
        tuning: { counter: byBytes(4) },
      })
      const times: number[] = []
      const turns = Math.max(4, Math.round(160 / sessions))
      const spent = cpu()
      const started = performance.now()
      const one = async (id: string) => {
        const session = await pack.session(id)
        const messages: object[] = []
        for (let turn = 1; turn <= turns; turn++) {
          growWire(messages, turn * 2 - 1)
          const before = performance.now()
          await session.prepare(anthropic, { model: 'm', max_tokens: 100, messages } as never)
          if (turn > 1) times.push(performance.now() - before)
        }
      }
      await Promise.all(Array.from({ length: sessions }, (_, index) => one(`s${index}`)))
      const rate = (turns * sessions) / ((performance.now() - started) / 1000)
      times.sort((a, b) => a - b)
      row(kind, String(sessions), rate, at(times, 0.5), at(times, 0.99), (cpu() - spent) / (turns * sessions))
      await pack.close()
      await driver.close?.()
    }
  }
}

const INDEXES = ['sqlite', 'postgres'] as const

/** Search by words over notes of 20 units. */
async function searches(): Promise<void> {
  console.log(
    '\n| search | units | filled, units a second | opened, ms | p50 ms | p99 ms | CPU ms each | bytes a unit | heap, MB |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const units of UNITS) {
    for (const kind of INDEXES) {
      if (backend !== undefined && backend !== kind) continue
      const name = place()
      const started = performance.now()
      const filling = createSearcher({ store: indexOf(kind, name), now: Date.now })
      const total = await filling.indexMany(notesOf(units))
      const filled = total.units / ((performance.now() - started) / 1000)
      await filling.close()
      if (kind === 'postgres') await tidy()
      const store = indexOf(kind, name)
      const searcher = createSearcher({ store, now: Date.now })
      const times: number[] = []
      let opened = 0
      let spent = 0
      for (const [index, question] of questions(220).entries()) {
        const before = performance.now()
        await searcher.search(question, { limit: 10 })
        if (index === 0) opened = performance.now() - before
        if (index === 19) spent = cpu()
        if (index >= 20) times.push(performance.now() - before)
      }
      times.sort((a, b) => a - b)
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      row(
        kind,
        String(total.units),
        Math.round(filled),
        Math.round(opened),
        at(times, 0.5),
        at(times, 0.99),
        (cpu() - spent) / times.length,
        String(Math.round((await store.bytes()) / total.units)),
        String(Math.round((heapUsed + arrayBuffers) / 2 ** 20)),
      )
      await store.close()
    }
  }
}

function indexOf(kind: (typeof INDEXES)[number], name: string): IndexStore {
  if (kind === 'postgres') return postgresDriver({ postgres, tenant: name }).index
  const file = path.join(folder, name)
  return sqliteIndexStore({ file })
}

function* notesOf(units: number) {
  for (let file = 0; file * 20 < units; file++) yield { path: `memory/${file}.md`, text: noteText(file, 20) }
}

/** What autovacuum does within minutes. */
async function tidy(): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** A thousand agents on four processes: each takes a turn every so often; how long does a turn wait? */
async function agents(): Promise<void> {
  console.log(
    '\n| 1,000 agents, four processes | turns | turns a second | p50 ms | p99 ms | conflicts, errors |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const kind of KINDS) {
    const where = kind === 'files' ? path.join(folder, place()) : place()
    const done = await Promise.all(
      Array.from({ length: 4 }, (_, index) => {
        const child = fork(path.join(import.meta.dirname, 'agents.ts'), [kind, where, String(index), url], {
          execArgv: ['--conditions=daypack-source'],
        })
        return new Promise<{ times: number[]; failed: number; seconds: number }>((resolve, reject) => {
          child.once('message', (said) => resolve(said as never))
          child.once('exit', (code) => code && reject(new Error(`a process ended with ${code}`)))
        })
      }),
    )
    const times = done.flatMap((each) => each.times).sort((a, b) => a - b)
    const seconds = Math.max(...done.map((each) => each.seconds))
    const failed = done.reduce((sum, each) => sum + each.failed, 0)
    row(kind, String(times.length), times.length / seconds, at(times, 0.5), at(times, 0.99), String(failed))
  }
}

const parts = { appends, prepare: prepares, search: searches, agents }
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part()
await postgres.close()
server?.stop()
rmSync(folder, { recursive: true, force: true })
