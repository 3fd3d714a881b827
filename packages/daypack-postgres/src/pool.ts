import pg from 'pg'
import type { Awaitable } from 'daypack/internal'

/** What the server answers; written out here, so that our types do not depend on those of `pg`. */
export type Answer = { readonly rows: Record<string, unknown>[]; readonly rowCount: number | null }
type Asked = { readonly text: string; values?: unknown[]; readonly query_timeout?: number }
export type Connection = {
  query(asked: Asked): Promise<Answer>
  release(broken?: Error | boolean): void
  on?(event: 'error', listener: (error: Error) => void): unknown
}
export type Connections = { connect(): Promise<Connection> }

/** As PEM text, for servers whose certificate a private authority signed, or that ask for one of ours. */
export type TlsOptions = {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  /** The name in the server's certificate, where it is not the host of the address. */
  readonly servername?: string
}

export type PoolOptions = {
  /** `postgres://user:password@host/database` of a role that may act as `daypack_app`. */
  readonly url: string
  /** Connections this process keeps at most. Default 10. */
  readonly connections?: number
  /** TLS with a certificate that is checked. Default: what `sslmode` in the address says, else none. */
  readonly ssl?: boolean | TlsOptions
  /** Asked for every new connection: for passwords that change, such as tokens of a cloud. Default: the one in the address. */
  readonly password?: () => Awaitable<string>
}

export function openPool({ url, connections = 10, ssl, password }: PoolOptions, timeoutMs: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: Math.min(timeoutMs, 10_000),
    keepAlive: true,
    pipeline: true,
    application_name: 'daypack',
    allowExitOnIdle: true,
    ...(ssl !== undefined && { ssl }),
    ...(password !== undefined && { Client: askingFor(password) }),
  })
  // A broken connection is replaced by the next call; the call that was using it fails by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** `pg` forgets a password beside an address: the one in the address, even where there is none, replaces it. */
function askingFor(password: () => Awaitable<string>): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      Object.assign(this, { password: async () => password() })
    }
  }
}

export async function connectWithin(pool: Connections, timeoutMs: number): Promise<Connection> {
  const given = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), timeoutMs)
  })
  try {
    return heard(await Promise.race([given, late]))
  } catch (error) {
    given.then(
      (client) => client.release(),
      () => undefined,
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const listened = new WeakSet<Connection>()

/** A connection of the application's pool that breaks while we have it must not end the process: the call itself tells. */
function heard(client: Connection): Connection {
  if (!listened.has(client)) client.on?.('error', () => undefined)
  listened.add(client)
  return client
}

export function withTimeout(client: Connection, timeoutMs: number | undefined) {
  return (text: string, values?: readonly unknown[]): Promise<Answer> =>
    client.query({ text, ...(timeoutMs && { query_timeout: timeoutMs }), ...(values && { values: [...values] }) })
}
