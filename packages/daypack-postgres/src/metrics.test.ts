import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { nextRun } from './chores.ts'
import { metricsText } from './metrics.ts'
import type { PostgresStatus } from './status.ts'

const at = Date.UTC(2026, 0, 31, 23, 40)
const status: PostgresStatus = {
  server: { version: 170_006, user: 'owner', isReplica: false, connections: 12, maxConnections: 100 },
  vector: '0.8.0',
  schema: { pending: [], newer: [] },
  rights: { canServe: true, isOwner: true, isUnsafe: false, open: [] },
  indexes: { invalid: [], missingGraphs: 0 },
  tables: [{ name: 'entry', rows: 10, dead: 1, bytes: 8192 }],
  waits: { oldestTransactionSeconds: 0.5, waiting: 0 },
  replicas: [{ name: 'eu"west', lagSeconds: 0.25 }],
  leases: { held: 1, tenants: 3, sessions: 9 },
  jobs: [{ kind: 'retention', ran: 3, failed: 1, due: 2, lastRun: new Date(at), nextRun: nextRun('retention', at) }],
}
const own = {
  transactions: { transactions: 7, failed: 1, retried: 2, seconds: 0.5 },
  packs: { open: 2, inUse: 1, opened: 5, closed: 3 },
}

test('every line is one that Prometheus reads', () => {
  const lines = metricsText(status, own).trimEnd().split('\n')
  for (const line of lines)
    expect(line).toMatch(
      /^(?:# (?:HELP daypack_\w+ \S.*|TYPE daypack_\w+ (?:gauge|counter))|daypack_\w+(?:\{\w+="[^"\\]*"\})? -?[\d.e+]+)$/,
    )
  expect(lines).toContain('daypack_replica_lag_seconds{replica="eu_west"} 0.25')
  expect(lines).toContain('daypack_transactions_total 7')
})

test('the board in examples/server asks for metrics there are', () => {
  const given = new Set([...metricsText(status, own).matchAll(/^daypack_\w+/gm)].map(([name]) => name))
  const board = readFileSync(path.join(import.meta.dirname, '../../../examples/server/grafana.json'), 'utf8')
  const asked = [...new Set([...board.matchAll(/daypack_\w+/g)].map(([name]) => name))]
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((name) => !given.has(name))).toEqual([])
})

test.each([
  ['retention', '2026-02-01T00:07:00.000Z'],
  ['embedding', '2026-02-01T00:37:00.000Z'],
  ['consolidation', '2026-02-01T00:05:00.000Z'],
] as const)('%s runs next at %s', (kind, next) => {
  expect(nextRun(kind, at).toISOString()).toBe(next)
})
