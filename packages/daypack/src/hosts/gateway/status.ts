import type { Millis, Tokens } from '../../model/json.ts'
import { cost } from '../../report/cost.ts'
import type { Lane, Tally } from './lanes.ts'

export type SessionStatus = Readonly<Tally> & {
  readonly session: string
  readonly client: string
  readonly epochs: number
  /** Prompt tokens as billed, and the share of them that came from the cache. */
  readonly tokens: Tokens
  readonly cached: number
  /** What the session cost and what it would have cost whole, in plain input tokens. */
  readonly cost: number
  readonly unmanaged: number
  /** The difference in dollars, where the price of the model is known. */
  readonly savedDollars?: number
}

export type GatewayStatus = {
  readonly since: Millis
  /** Requests that passed untouched: models, counts, titles. */
  readonly passed: number
  /** Times a request went out as it came because something of ours failed. */
  readonly failedOpen: number
  readonly problems: readonly string[]
  readonly sessions: readonly SessionStatus[]
  /** The folder its workspace is in, where it has one. */
  readonly dir?: string
}

export async function sessionStatus({ session, client, tally }: Lane): Promise<SessionStatus> {
  const { billed, cached, cost: spent, unmanaged, epochs } = cost(await session.entries())
  const saved =
    spent.dollars === undefined || unmanaged.dollars === undefined ? undefined : unmanaged.dollars - spent.dollars
  return {
    session: session.id,
    client,
    ...tally,
    epochs: epochs.length - 1,
    tokens: billed.input + billed.cacheRead + billed.cacheWrite,
    cached,
    cost: spent.tokens,
    unmanaged: unmanaged.tokens,
    ...(saved === undefined ? {} : { savedDollars: saved }),
  }
}
