import { DaypackError } from 'daypack/internal'
import type { Postgres, TransactionOptions, Work } from './connect.ts'

/** A transaction of one tenant: what it is for, as an error would say, how it is made, and its work. */
export type InTenant = <T>(what: string, how: TransactionOptions, work: Work<T>) => Promise<T>

export const READ_ONLY: TransactionOptions = { readOnly: true }

/** Names a tenant: anything printable that is not too long, and never empty. */
export function checkTenant(tenant: string): string {
  const isFine = typeof tenant === 'string' && tenant.isWellFormed() && /^[^\p{Cc}]{1,200}$/u.test(tenant)
  if (isFine) return tenant
  throw new DaypackError('bad-config', "A tenant's name is 1 to 200 printable characters.", { details: { tenant } })
}

/**
 * The time zone of an existing tenant; undefined if there is no such tenant. Creates nothing.
 *
 * @example
 * import { connectPostgres, tenantZone } from 'daypack-postgres'
 *
 * const zoneOf = (url: string) => tenantZone(connectPostgres({ url }), 'anna')
 */
export async function tenantZone(postgres: Postgres, tenant: string): Promise<string | undefined> {
  const { rows } = await postgres.transaction(
    checkTenant(tenant),
    'Looking for the tenant',
    (query) => query(ZONE),
    READ_ONLY,
  )
  return rows[0]?.['zone'] as string | undefined
}

export async function readRows(
  inTenant: InTenant,
  what: string,
  text: string,
  values?: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  return (await inTenant(what, READ_ONLY, (query) => query(text, values))).rows
}

/** A row as our types have it: what it does not hold is not there. */
export function withoutNulls(row: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

const ZONE = 'SELECT zone FROM daypack.tenant'

/** Before the first transaction the tenant is entered, with the zone its days are counted in: it stays that one. */
export function inTenantOf(postgres: Postgres, tenant: string, zone: string, open: () => void): InTenant {
  let entered: Promise<void> | undefined
  const enter = async (): Promise<void> => {
    const stored = await postgres.transaction(tenant, 'Opening the tenant', async (query) => {
      const known = async () => (await query(ZONE)).rows[0]?.['zone']
      // Asked first: a server that only reads still answers for tenants it knows.
      const found = await known()
      if (found !== undefined) return found
      await query('INSERT INTO daypack.tenant (zone) VALUES ($1) ON CONFLICT DO NOTHING', [zone])
      return known()
    })
    if (stored === zone) return
    throw new DaypackError(
      'bad-config',
      `Tenant ${tenant} uses the time zone ${String(stored)}; open it with zone: '${String(stored)}'.`,
      { details: { tenant, zone, stored } },
    )
  }
  return async (what, how, work) => {
    open()
    entered ??= enter()
    try {
      await entered
    } catch (error) {
      entered = undefined
      throw error
    }
    return postgres.transaction(tenant, what, work, how)
  }
}
