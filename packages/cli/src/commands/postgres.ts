import { checkPostgres, shownPlace } from '../config/place.ts'
import { objectsFrom, postgresPackage } from '../workspace.ts'
import { print } from './pack.ts'

type ServerFlags = { url?: string; json?: boolean }

export async function initSql(roles: { owner: string; server: string }): Promise<number> {
  const { setupSql } = await postgresPackage()
  process.stdout.write(setupSql(roles))
  return 0
}

export async function migrateSchema(flags: ServerFlags): Promise<number> {
  const { migratePostgres } = await postgresPackage()
  const { done } = await migratePostgres(urlOf(flags))
  return print(flags, { done }, () => [done.length === 0 ? 'The schema is up to date.' : `Done: ${done.join(', ')}.`])
}

export async function statusCommand(flags: ServerFlags & { prometheus?: boolean }): Promise<number> {
  const { metricsText, postgresStatus } = await postgresPackage()
  const status = await postgresStatus({ url: urlOf(flags) })
  if (flags.prometheus) process.stdout.write(metricsText(status))
  else {
    const { checksOf } = await import('./server-checks.ts')
    print(flags, status, () => checksOf(status, shownPlace(urlOf(flags))).map(({ name, text }) => `${name}: ${text}`))
  }
  return 0
}

export async function deleteCommand(tenant: string, flags: ServerFlags & { yes?: boolean }): Promise<number> {
  const { connectPostgres, deleteTenant } = await postgresPackage()
  const objects = await objectsFrom(process.env)
  const postgres = connectPostgres({ url: urlOf(flags), connections: 1, migrate: false })
  try {
    const count = flags.yes !== true
    const deleted = await deleteTenant(postgres, tenant, { count, ...(objects && { objects }) })
    const rows = Object.entries(deleted.rows).filter(([, each]) => each > 0)
    const what = rows.map(([table, each]) => `${each} of ${table}`).join(', ') || 'nothing'
    const of = deleted.tenants.length > 1 ? ` (of ${deleted.tenants.join(', ')})` : ''
    print(flags, deleted, () => [
      count
        ? `This deletes for good: ${what}, ${deleted.objects} objects${of}. Stop serving ${tenant}, then add --yes.`
        : `Deleted: ${what}, ${deleted.objects} objects${of}. Looked again: ${deleted.left} left.`,
    ])
    return count ? 2 : deleted.left === 0 ? 0 : 1
  } finally {
    await postgres.close()
  }
}

export function urlOf({ url = process.env['DAYPACK_PG_URL'] }: ServerFlags): string {
  return checkPostgres(url)
}
