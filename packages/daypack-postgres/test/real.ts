import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync, chmodSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Client } from 'pg'
import { BOUNCER, startServer } from '../../../scripts/postgres/server.mjs'

export type { Client }

export async function connected(url: string): Promise<Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export type RealServer = { readonly url: string; readonly data: string; stop(): Promise<void> | void }

/** PostgreSQL as operators run it, in processes of its own; undefined where Debian's packages cannot be had. */
export async function startReal(
  settings: Record<string, string | number> = {},
  replicaOf?: string,
): Promise<RealServer | undefined> {
  try {
    const all = { shared_buffers: '64MB', fsync: 'off', ...settings }
    return await startServer({ settings: all, ...(replicaOf !== undefined && { replicaOf }) })
  } catch (error) {
    if (process.env['CI'] !== undefined) throw error
    return undefined
  }
}

const NOBODY = 65_534

/** PgBouncer in transaction mode with few server connections, in front of a server. */
export async function startBouncer(url: string, { poolSize = 5 } = {}): Promise<RealServer> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-bouncer-'))
  chmodSync(folder, 0o755)
  const own = await freePort()
  const config = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username}
`,
  )
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(BOUNCER, [config], { ...who, stdio: 'ignore' })
  const address = Object.assign(new URL(url), { port: String(own) }).href
  for (let waited = 0; waited < 100 && !(await answers(address)); waited++) await sleep(50)
  return { url: address, data: folder, stop: () => void child.kill('SIGINT') }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
