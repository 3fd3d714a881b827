import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DaypackError, isDaypackError, type Hold } from 'daypack/internal'
import type { Query, TransactionOptions, Work } from './connect.ts'
import type { InTenant } from './tenant.ts'

export type LeaseOptions = {
  /** A holder that says nothing for so long may be replaced. Default 15,000. */
  readonly leaseMs?: number
  /** A name that is held by others for so long is refused with `locked`. Default 60,000. */
  readonly patienceMs?: number
}

export type Leases = {
  readonly hold: Hold
  /** A transaction that cannot commit for a holder that has been replaced. */
  readonly inTenant: InTenant
  close(): Promise<void>
}

type Lease = { readonly name: string; readonly fence: string; isOver: boolean }

const LEASE_MS = 15_000
const PATIENCE_MS = 60_000
const SHORTEST_WAIT_MS = 5
const LONGEST_WAIT_MS = 250

/**
 * Names held by a row with owner, expiry and fencing number, all by the server's clock: no connection waits while a name is
 * held, and a pooler in between changes nothing. A holder that stalls past its expiry is replaced; the number it got is then
 * too old, and whatever it still tries to write is rolled back.
 */
export function leasesOf(inTenant: InTenant, options: LeaseOptions = {}): Leases {
  const { leaseMs = LEASE_MS, patienceMs = PATIENCE_MS } = options
  const own = new AsyncLocalStorage<readonly Lease[]>()
  const queues = new Map<string, Promise<unknown>>()

  const run = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const owner = randomUUID()
    const lease: Lease = { name, fence: await take(inTenant, { name, owner, leaseMs, patienceMs }), isOver: false }
    const renewal = setInterval(() => void renew(inTenant, lease, leaseMs).catch(() => undefined), leaseMs / 3).unref()
    try {
      return await own.run([...(own.getStore() ?? []), lease], work)
    } finally {
      clearInterval(renewal)
      lease.isOver = true
      // Where this fails the row expires by itself.
      await inTenant('Releasing a lease', {}, (query) => query(RELEASE, [name, lease.fence])).catch(() => undefined)
    }
  }

  return {
    hold(name, work) {
      // Callers of one process wait in line, without asking the server.
      const result = (queues.get(name) ?? Promise.resolve()).then(() => run(name, work))
      const settled = result.catch(() => undefined)
      queues.set(name, settled)
      void settled.then(() => queues.get(name) === settled && queues.delete(name))
      return result
    },
    inTenant<T>(what: string, how: TransactionOptions, work: Work<T>) {
      const held = own.getStore()?.filter(({ isOver }) => !isOver) ?? []
      if (held.length === 0 || how.readOnly === true) return inTenant(what, how, work)
      return inTenant(what, how, async (query, again) => {
        const result = await work(query, again)
        for (const lease of held) await checkFence(query, lease)
        return result
      })
    },
    async close() {
      await Promise.all(queues.values())
    },
  }
}

const EXPIRY = `clock_timestamp() + $3::float8 * interval '1 millisecond'`
const TAKE = `UPDATE daypack.lease SET owner = $2, fence = fence + 1, until = ${EXPIRY}
  WHERE name = $1 AND (until < clock_timestamp() OR owner = $2) RETURNING fence`
const CREATE = `INSERT INTO daypack.lease (name, owner, fence, until) VALUES ($1, $2, 1, ${EXPIRY})
  ON CONFLICT DO NOTHING RETURNING fence`
const RENEW = `UPDATE daypack.lease SET until = ${EXPIRY} WHERE name = $1 AND fence = $2`
const RELEASE = `UPDATE daypack.lease SET until = '-infinity' WHERE name = $1 AND fence = $2`
// Locked until the commit: nobody takes the name over between this check and the end of the transaction.
const CHECK = 'SELECT FROM daypack.lease WHERE name = $1 AND fence = $2 FOR SHARE'

type Wanted = Required<LeaseOptions> & { readonly name: string; readonly owner: string }

async function take(inTenant: InTenant, { name, owner, leaseMs, patienceMs }: Wanted): Promise<string> {
  const started = performance.now()
  for (let delay = SHORTEST_WAIT_MS; ; delay = Math.min(delay * 2, LONGEST_WAIT_MS)) {
    const work = (query: Query) => takeLease(query, [name, owner, leaseMs])
    const fence = await inTenant('Taking a lease', { lockMs: LONGEST_WAIT_MS }, work).catch(unlessLocked)
    if (fence !== undefined) return fence
    if (performance.now() - started > patienceMs) throw lockedError(name, patienceMs)
    await sleep(delay * (0.5 + Math.random()))
  }
}

async function takeLease(query: Query, values: readonly unknown[]): Promise<string | undefined> {
  const { rows } = await query(TAKE, values)
  return (rows.length === 1 ? rows : (await query(CREATE, values)).rows)[0]?.['fence'] as string | undefined
}

/** A transaction that has the row and is slow to commit, its process being short of processor, still holds the name. */
function unlessLocked(error: unknown): undefined {
  if (!isDaypackError(error, 'locked')) throw error
}

async function renew(inTenant: InTenant, { name, fence }: Lease, leaseMs: number): Promise<void> {
  await inTenant('Renewing a lease', {}, (query) => query(RENEW, [name, fence, leaseMs]))
}

async function checkFence(query: Query, { name, fence }: Lease): Promise<void> {
  const { rowCount } = await query(CHECK, [name, fence])
  if (rowCount === 1) return
  throw new DaypackError('locked', `Another process took over ${name} while this one stalled; nothing was written.`, {
    details: { name, fence },
  })
}

function lockedError(name: string, patienceMs: number): DaypackError {
  return new DaypackError('locked', `Another process has held ${name} for ${patienceMs} ms; try again later.`, {
    details: { name },
  })
}
