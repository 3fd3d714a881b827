import type { Daypack } from 'daypack'
import { type Awaitable, DaypackError } from 'daypack/internal'
import type { PostgresDriver } from './index.ts'

export type TenantPacksOptions = {
  readonly driver: (tenant: string) => Awaitable<PostgresDriver>
  /** Its pack: `createDaypack({ driver, window, retention: false, memory: { schedule: false } })`, timers left to the jobs. */
  readonly pack: (driver: PostgresDriver, tenant: string) => Awaitable<Daypack>
  /** Packs kept open after use, the least recently used closed first. Default 100. Those in use are never closed. */
  readonly maxOpen?: number
}

export type TenantPacks = {
  /** Work with a tenant's pack, which stays open until the work ends: with a stream, until it was sent whole. */
  use<T>(tenant: string, work: (pack: Daypack) => Promise<T>): Promise<T>
  counts(): { readonly open: number; readonly inUse: number; readonly opened: number; readonly closed: number }
  /** Takes no more work, waits for what runs, closes all packs. */
  close(): Promise<void>
}

type Open = { readonly made: Promise<{ readonly driver: PostgresDriver; readonly pack: Daypack }>; users: number }

const MAX_OPEN = 100

/**
 * The packs of many tenants in one process, opened when needed; no more than `maxOpen` stay open.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { connectPostgres, postgresDriver, tenantPacks } from 'daypack-postgres'
 *
 * const postgres = connectPostgres({ url: 'postgres://app@127.0.0.1/daypack' })
 * const tenants = tenantPacks({
 *   driver: (tenant) => postgresDriver({ postgres, tenant }),
 *   pack: (driver) => createDaypack({ driver, window: 200_000, retention: false, memory: { schedule: false } }),
 * })
 * const sessionsOf = (user: string) => tenants.use(user, (pack) => pack.sessions())
 * await tenants.close()
 * await postgres.close()
 */
export function tenantPacks(options: TenantPacksOptions): TenantPacks {
  const { maxOpen = MAX_OPEN } = options
  const open = new Map<string, Open>()
  const closing = new Map<string, Promise<void>>()
  let [opened, closed, isClosed] = [0, 0, false]
  let ended: (() => void) | undefined

  const start = async (tenant: string) => {
    opened++
    await closing.get(tenant)
    const driver = await options.driver(tenant)
    try {
      return { driver, pack: await options.pack(driver, tenant) }
    } catch (error) {
      await driver.close()
      throw error
    }
  }
  const end = (tenant: string, { made }: Open): void => {
    open.delete(tenant)
    closed++
    const done = made
      .then(({ driver, pack }) => pack.close().then(() => driver.close()))
      .catch(() => undefined)
      .finally(() => closing.get(tenant) === done && closing.delete(tenant))
    closing.set(tenant, done)
  }
  const trim = (): void => {
    for (const [tenant, entry] of open) {
      if (open.size <= maxOpen) return
      if (entry.users === 0) end(tenant, entry)
    }
  }
  const running = (): number => [...open.values()].reduce((sum, { users }) => sum + users, 0)

  return {
    async use(tenant, work) {
      if (isClosed) throw new DaypackError('closed', 'This process is stopping and takes no more work.')
      const entry = open.get(tenant) ?? { made: start(tenant), users: 0 }
      open.delete(tenant)
      open.set(tenant, entry)
      entry.users++
      try {
        const { pack } = await entry.made.catch((error: unknown) => {
          // The next one tries again.
          if (open.get(tenant) === entry) open.delete(tenant)
          throw error
        })
        return await work(pack)
      } finally {
        entry.users--
        trim()
        if (running() === 0) ended?.()
      }
    },
    counts: () => ({
      open: open.size,
      inUse: [...open.values()].filter(({ users }) => users > 0).length,
      opened,
      closed,
    }),
    async close() {
      isClosed = true
      if (running() > 0) await new Promise<void>((resolve) => (ended = resolve))
      for (const [tenant, entry] of open) end(tenant, entry)
      await Promise.all(closing.values())
    },
  }
}
