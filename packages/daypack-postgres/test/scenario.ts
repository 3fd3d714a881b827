import type { Client } from 'pg'
import type { startServer } from '../../../scripts/postgres/server.mjs'
import type { Postgres } from '../src/index.ts'

/** What the scenarios of one run share. */
export type Bench = {
  readonly url: string
  readonly postgres: Postgres
  /** The owner, outside of all pools. */
  readonly admin: Client
  /** Undefined where somebody else's server was given. */
  readonly server: Awaited<ReturnType<typeof startServer>> | undefined
  /** Names of tenants begin with it. */
  readonly run: string
  /** How much of the whole is done; 1 is all. */
  readonly share: number
  /** Runs one and prints what it says; a failure is printed and counted. */
  readonly scenario: (name: string, work: () => Promise<string>) => Promise<void>
}
