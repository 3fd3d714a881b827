import { existsSync } from 'node:fs'
import path from 'node:path'
import { createDaypack, DaypackError, isDaypackError, type Daypack, type DaypackOptions, type Driver } from 'daypack'
import { isAddress, shownPlace, tenantIn } from './config/place.ts'

/** All a workspace is made of; the index is derived. */
export type Workspace = Driver & Required<Pick<Driver, 'zone' | 'log' | 'blobs' | 'days' | 'notes' | 'hold' | 'close'>>

export type OpenOptions = {
  readonly now?: () => number
  readonly zone?: string
  readonly make?: boolean
  readonly folders?: NonNullable<DaypackOptions['tuning']>['folders']
  readonly migrate?: boolean
}

export async function openPlace(place: string, options: OpenOptions = {}): Promise<Workspace> {
  return isAddress(place) ? openTenant(place, options) : openFolder(path.resolve(place), options)
}

export async function openPack(place: string, options: DaypackOptions, opening: OpenOptions = {}): Promise<Daypack> {
  if (!isAddress(place)) return createDaypack({ ...options, dir: place }).catch(rethrowOpening)
  return packOn(await openTenant(place, opening), options)
}

/** A folder that cannot be used is wrong usage: another one can be named. */
function rethrowOpening(error: unknown): never {
  if (!isDaypackError(error) || !UNUSABLE.has(error.details?.['errno'])) throw error
  throw new DaypackError('bad-config', `${error.message} To use another folder: --dir.`, { cause: error })
}

const UNUSABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS', 'ENOENT'])

export async function packOn(driver: Workspace, options: DaypackOptions): Promise<Daypack> {
  const { dir: _, ...others } = options
  const pack = await createDaypack({ ...others, ...(driver.dir !== undefined && { dir: driver.dir }), driver }).catch(
    async (error: unknown) => {
      await driver.close()
      throw error
    },
  )
  return {
    ...pack,
    get memory() {
      return pack.memory
    },
    async close() {
      await pack.close()
      await driver.close()
    },
  }
}

export function isWorkspace(dir: string): boolean {
  return existsSync(path.join(dir, 'log'))
}

async function openFolder(dir: string, { now = Date.now, zone, make, folders }: OpenOptions): Promise<Workspace> {
  if (!make && !isWorkspace(dir)) throw new DaypackError('not-found', `There is no workspace at ${dir}.`)
  const { filesDriver } = await import('daypack/drivers')
  const driver = await filesDriver({ dir, now, ...(zone !== undefined && { zone }), ...(folders && { folders }) })
  if (zone === undefined || driver.zone === zone) return driver
  await driver.close()
  throw new DaypackError(
    'bad-config',
    `${dir} uses the time zone ${driver.zone}, the other one ${zone}: they cannot be merged.`,
  )
}

async function openTenant(
  place: string,
  { now = Date.now, zone, make, migrate = false }: OpenOptions,
): Promise<Workspace> {
  const { url, tenant } = tenantIn(place)
  const { connectPostgres, postgresDriver, tenantZone } = await postgresPackage()
  const objects = await objectsFrom(process.env)
  const postgres = connectPostgres({ url, connections: 4, migrate })
  try {
    const stored = await tenantZone(postgres, tenant)
    if (stored === undefined && !make)
      throw new DaypackError('not-found', `There is no tenant ${tenant} in ${shownPlace(url)}.`)
    const driver = postgresDriver({
      postgres,
      tenant,
      now,
      zone: zone ?? stored ?? 'UTC',
      ...(objects && { objects }),
    })
    return {
      ...driver,
      async close() {
        await driver.close()
        await postgres.close()
      },
    }
  } catch (error) {
    await postgres.close()
    throw error
  }
}

/** The package is installed next to the command by those who use it. */
export async function postgresPackage() {
  return import('daypack-postgres').catch((cause: unknown) => {
    const said = 'PostgreSQL needs a package next to the command: npm install daypack-postgres'
    throw new DaypackError('missing-peer', said, { cause })
  })
}

export async function objectsFrom(env: NodeJS.ProcessEnv) {
  const { DAYPACK_S3_URL: url, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = env
  if (!url || !id || !secret) return undefined
  const { s3Store } = await postgresPackage()
  return s3Store({ url, accessKeyId: id, secretAccessKey: secret, ...(region && { region }) })
}
