import type { PostgresStatus } from 'daypack-postgres'
import { expect, test } from 'vitest'
import { checksOf } from './server-checks.ts'

const GOOD = {
  server: { version: 170_002, isReplica: false, user: 'app', connections: 80, maxConnections: 100 },
  rights: { canServe: true, isOwner: false, isUnsafe: false, open: [] },
  schema: { pending: [], newer: [] },
  vector: '0.7.0',
  indexes: { invalid: [], missingGraphs: 0 },
  tables: [{ name: 'entries', rows: 30_000, dead: 12_000, bytes: 4_400_000 }],
  waits: { oldestTransactionSeconds: 59, waiting: 0 },
  replicas: [{ name: 'r1', lagSeconds: 10 }],
  leases: { held: 1, tenants: 3, sessions: 7 },
  jobs: [],
}
type Part = keyof typeof GOOD
/** What is said of a server that is good but for these parts. */
function told(changes: Partial<Record<Part, object | string | undefined>> = {}) {
  const status = Object.fromEntries(
    Object.entries(GOOD).map(([part, value]) => {
      if (!(part in changes)) return [part, value]
      const change = changes[part as Part]
      return [part, typeof change === 'object' && !Array.isArray(change) ? { ...(value as object), ...change } : change]
    }),
  )
  return checksOf(status as unknown as PostgresStatus, 'db.example/app')
}
const notGood = (changes: Parameters<typeof told>[0]) => told(changes).filter(({ state }) => state !== 'good')

test('a server at the edge of every limit is good, and says what it is', () => {
  expect(notGood({})).toEqual([])
  const [server, ...rest] = told()
  expect(server?.text).toBe('db.example/app: PostgreSQL 17, the primary, as app')
  expect(rest.map(({ name }) => name)).toEqual([
    'pgvector',
    'schema',
    'rights',
    'indexes',
    'bloat',
    'locks',
    'lag',
    'connections',
  ])
  expect(rest.find(({ name }) => name === 'bloat')?.text).toBe('1 table, 4 MB')
  expect(rest.find(({ name }) => name === 'indexes')?.text).toBe('all can be used')
})

test.each<[string, Parameters<typeof told>[0], string, string, string]>([
  ['an old server', { server: { version: 149_999 } }, 'server', 'bad', 'PostgreSQL 15 or newer'],
  ['no pgvector', { vector: undefined }, 'pgvector', 'bad', 'CREATE EXTENSION vector'],
  ['an old pgvector', { vector: '0.6.9' }, 'pgvector', 'bad', '0.7 or newer'],
  [
    'steps that were not taken',
    { schema: { pending: ['007'] } },
    'schema',
    'bad',
    'lacks 007: run `daypack postgres migrate`',
  ],
  [
    'a newer schema',
    { schema: { pending: ['007'], newer: ['099'] } },
    'schema',
    'bad',
    'it has 099): update the package',
  ],
  ['a role that may not serve', { rights: { canServe: false, isUnsafe: true } }, 'rights', 'bad', 'GRANT daypack_app'],
  [
    'a role above the rows',
    { rights: { isUnsafe: true, open: ['entries'] } },
    'rights',
    'bad',
    'NOSUPERUSER NOBYPASSRLS',
  ],
  [
    'a table open to all tenants',
    { rights: { open: ['entries', 'blobs'] } },
    'rights',
    'bad',
    'not apart in entries, blobs',
  ],
  ['a broken index', { indexes: { invalid: ['ix'] } }, 'indexes', 'bad', 'ix; REINDEX'],
  [
    'dead rows',
    { tables: [{ name: 'entries', rows: 20_000, dead: 12_000, bytes: 1 }] },
    'bloat',
    'note',
    'entries (12000)',
  ],
  ['a long transaction', { waits: { oldestTransactionSeconds: 60 } }, 'locks', 'note', 'is 60 s old'],
  ['somebody who waits', { waits: { waiting: 2 } }, 'locks', 'note', '2 wait for a lock'],
  ['a replica far behind', { replicas: [{ name: 'r2', lagSeconds: 10.6 }] }, 'lag', 'note', 'r2 is 11 s behind'],
  [
    'this one far behind',
    { server: { isReplica: true, lagSeconds: 30 } },
    'lag',
    'note',
    'this replica is 30 s behind',
  ],
  ['too many connections', { server: { connections: 81 } }, 'connections', 'bad', 'put a pooler in front'],
])('%s is the one thing told, with what to do', (_, changes, name, state, text) => {
  expect(notGood(changes)).toEqual([{ name, state, text: expect.stringContaining(text) }])
})

test('few dead rows in a small table are none to speak of, missing graphs are only said', () => {
  expect(notGood({ tables: [{ name: 'small', rows: 10, dead: 10_000, bytes: 1 }] })).toEqual([])
  const { text } = told({ indexes: { missingGraphs: 2 } }).find(({ name }) => name === 'indexes') ?? {}
  expect(text).toContain('2 vector graphs are not built yet')
  expect(told({ replicas: [] }).find(({ name }) => name === 'lag')?.text).toContain('no replica is to be seen')
})

test('its owner sees tenants and jobs: one that failed, one that never ran, one that did', () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const job = { kind: 'embed', ran: 1, failed: 0, due: 0, lastRun: at, nextRun: at }
  const jobs = [{ ...job, failed: 2, reason: 'no key', due: 4 }, { ...job, lastRun: undefined }, job]
  expect(told({ rights: { isOwner: true }, jobs }).slice(-4)).toEqual([
    { name: 'tenants', state: 'good', text: '3, with 7 sessions' },
    {
      name: 'embed',
      state: 'bad',
      text: 'last 2026-01-02T03:04:05.000Z, for 1 tenant; next 2026-01-02T03:04:05.000Z; 4 waiting; 2 failed: no key',
    },
    { name: 'embed', state: 'note', text: 'never ran; next 2026-01-02T03:04:05.000Z' },
    { name: 'embed', state: 'good', text: expect.not.stringContaining('waiting') },
  ])
  expect(told({ jobs }).map(({ name }) => name)).not.toContain('tenants')
})
