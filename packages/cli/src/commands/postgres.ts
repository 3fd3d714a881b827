import { DaypackError } from 'daypack'
import type { ServerFlags } from '../program/postgres.ts'
import { print } from './pack.ts'

/** The package is installed next to the command by those who use it. */
export async function postgresPackage() {
  return import('daypack-postgres').catch((cause: unknown) => {
    const said = 'PostgreSQL needs a package next to the command: npm install daypack-postgres'
    throw new DaypackError('missing-peer', said, { cause })
  })
}

/** `daypack postgres init --print` */
export async function initSql(roles: { owner: string; server: string }): Promise<number> {
  const { setupSql } = await postgresPackage()
  process.stdout.write(setupSql(roles))
  return 0
}

/** `daypack postgres migrate` */
export async function migrateSchema(flags: ServerFlags): Promise<number> {
  const { migratePostgres } = await postgresPackage()
  const { done } = await migratePostgres(urlOf(flags))
  print(flags, { done }, () => [done.length === 0 ? 'The schema is up to date.' : `Done: ${done.join(', ')}.`])
  return 0
}

/** `daypack postgres delete <tenant>` */
export async function deleteCommand(tenant: string, flags: ServerFlags & { yes?: boolean }): Promise<number> {
  const { connectPostgres, deleteTenant } = await postgresPackage()
  const objects = await objectsFrom(process.env)
  const postgres = connectPostgres({ url: urlOf(flags), connections: 1, migrate: false })
  try {
    const count = flags.yes !== true
    const deleted = await deleteTenant(postgres, tenant, { count, ...(objects && { objects }) })
    const rows = Object.entries(deleted.rows).filter(([, each]) => each > 0)
    const what = rows.map(([table, each]) => `${each} of ${table}`).join(', ') || 'nothing'
    print(flags, deleted, () => [
      count
        ? `This deletes for good: ${what}, ${deleted.objects} objects. Stop serving ${tenant}, then add --yes.`
        : `Deleted: ${what}, ${deleted.objects} objects. Looked again: ${deleted.left} left.`,
    ])
    return count ? 2 : deleted.left === 0 ? 0 : 1
  } finally {
    await postgres.close()
  }
}

/** The object store of the environment, if there is one. */
export async function objectsFrom(env: NodeJS.ProcessEnv) {
  const { DAYPACK_S3_URL: url, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = env
  if (!url || !id || !secret) return undefined
  const { s3Store } = await postgresPackage()
  return s3Store({ url, accessKeyId: id, secretAccessKey: secret, ...(region && { region }) })
}

export function urlOf({ url = process.env['DAYPACK_PG_URL'] }: ServerFlags): string {
  if (url && /^postgres(?:ql)?:\/\//.test(url)) return url
  throw new DaypackError('bad-config', 'Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL.')
}
