import { existsSync } from 'node:fs'
import path from 'node:path'
import { DaypackError, type Driver } from 'daypack'
import { objectsFrom, postgresPackage } from '../commands/postgres.ts'

/** All a workspace is made of; the index is derived, and stays behind. */
export type Workspace = Required<Pick<Driver, 'name' | 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'close'>>

export type OpenOptions = {
  readonly now: () => number
  readonly env: NodeJS.ProcessEnv
  /** The zone of a place that does not have one yet. */
  readonly zone?: string
  /** What is not there is made. */
  readonly make?: boolean
}

/** A folder, or `postgres://host/database?tenant=name`. */
export async function openPlace(place: string, options: OpenOptions): Promise<Workspace> {
  if (/^postgres(?:ql)?:\/\//.test(place)) return openPostgres(place, options)
  if (/^[a-z][a-z0-9+.-]+:\/\//.test(place))
    throw new DaypackError('bad-config', `${place} is neither a folder nor an address that begins with postgres://.`)
  const dir = path.resolve(place)
  if (!options.make && !existsSync(path.join(dir, 'log')))
    throw new DaypackError('not-found', `There is no workspace at ${dir}.`)
  const { filesDriver } = await import('daypack/drivers')
  const { now, zone } = options
  const driver = await filesDriver({ dir, now, ...(zone !== undefined && { zone }) })
  if (zone === undefined || driver.zone === zone) return driver
  await driver.close()
  throw new DaypackError(
    'bad-config',
    `${dir} uses the time zone ${driver.zone}, the other one ${zone}: they cannot be merged.`,
  )
}

async function openPostgres(place: string, { now, zone, env }: OpenOptions): Promise<Workspace> {
  const { postgresDriver } = await postgresPackage()
  const address = new URL(place)
  const tenant = address.searchParams.get('tenant')
  address.searchParams.delete('tenant')
  if (!tenant)
    throw new DaypackError('bad-config', 'Name the tenant: put ?tenant=<name> at the end of the database address.')
  const objects = await objectsFrom(env)
  const open = (zone: string) => postgresDriver({ url: address.href, tenant, zone, now, ...(objects && { objects }) })
  const driver = open(zone ?? 'UTC')
  try {
    await driver.log.sessions()
    return driver
  } catch (error) {
    await driver.close()
    const stored = (error as { details?: { stored?: unknown } }).details?.stored
    if (zone === undefined && typeof stored === 'string') return open(stored)
    throw error
  }
}
