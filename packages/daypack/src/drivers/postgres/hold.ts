import type { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as pgPackage from 'pg'
import type { Hold } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { lockKey } from './connect.ts'
import { failure, isLost } from './failure.ts'
import { peer } from './peer.ts'

const PATIENCE_MS = 60_000

/**
 * Names held by advisory locks on one connection of their own: the server lets go of them when this process dies, however
 * it dies. Locks of one connection do not exclude one another, so within the process callers wait in line.
 */
export function locksOf(url: string): { hold(tenant: string): Hold; close(): Promise<void> } {
  const queues = new Map<string, Promise<unknown>>()
  let client: Promise<Client> | undefined

  const connected = (): Promise<Client> =>
    (client ??= connect(url, () => (client = undefined)).catch((error: unknown) => {
      client = undefined
      throw failure('Taking a lock', error, url)
    }))
  const run = async <T>(tenant: string, name: string, work: () => Promise<T>): Promise<T> => {
    const key = lockKey(tenant, `hold ${name}`)
    const own = await taken(connected, key, name)
    try {
      return await work()
    } finally {
      await own.query(`SELECT pg_advisory_unlock(${key})`).catch(() => undefined)
    }
  }
  return {
    hold: (tenant) => (name, work) => {
      const line = JSON.stringify([tenant, name])
      const result = (queues.get(line) ?? Promise.resolve()).then(() => run(tenant, name, work))
      const settled = result.catch(() => undefined)
      queues.set(line, settled)
      void settled.then(() => queues.get(line) === settled && queues.delete(line))
      return result
    },
    async close() {
      await Promise.all(queues.values())
      await (await client?.catch(() => undefined))?.end()
    },
  }
}

async function taken(connected: () => Promise<Client>, key: string, name: string): Promise<Client> {
  let delay = 5
  for (let waited = 0; waited < PATIENCE_MS; waited += delay) {
    const own = await connected()
    const { rows } = await own.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS held`).catch(again)
    if (rows[0]?.held === true) return own
    await sleep(delay)
    delay = Math.min(delay * 2, 250)
  }
  throw new DaypackError('locked', `Another process has held ${name} for a minute; try again later.`)
}

/** A connection that broke while we asked has taken nothing: the next one asks again. */
function again(error: unknown): { rows: { held: boolean }[] } {
  if (isLost(error)) return { rows: [] }
  throw error
}

async function connect(url: string, lost: () => void): Promise<Client> {
  const { default: pg } = await peer<typeof pgPackage>('pg')
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'daypack-locks' })
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  return client
}
