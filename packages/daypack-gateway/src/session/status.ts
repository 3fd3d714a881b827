import { cost, type Millis, type Tokens, type Models } from 'daypack'
import type { Unwritten } from 'daypack/internal'
import { compactionOf } from './clients.ts'
import { ownCost } from './own-cost.ts'
import type { Agent, Tally } from './agent.ts'

export type SessionStatus = Readonly<Tally> & {
  readonly session: string
  readonly client: string
  readonly parent?: string
  readonly epochs: number
  /** Prompt tokens as billed, and the share of them that came from the cache. */
  readonly tokens: Tokens
  readonly cached: number
  /** What the session cost and what it would have cost whole, in plain input tokens. */
  readonly cost: number
  readonly unmanaged: number
  /** What it would have cost with the agent's own compaction, simulated by the rule of that agent. */
  readonly own: number
  /** The difference to that in dollars, where the price of the model is known; below zero: it cost more. */
  readonly savedDollars?: number
  readonly model?: string
  /** Tokens in view now, and the window they are in. */
  readonly shown: Tokens
  readonly window: Tokens
  readonly reserve: Tokens
}

export type GatewayStatus = {
  readonly since: Millis
  /** Requests that passed untouched: models, counts, titles. */
  readonly passed: number
  /** Times a request went out as it came because something of ours failed. */
  readonly failedOpen: number
  readonly problems: readonly string[]
  readonly sessions: readonly SessionStatus[]
  /** What the log lacks until the disk has room for it again: agents go on all the same. */
  readonly unwritten?: Unwritten
  /** The folder its workspace is in, where it has one. */
  readonly dir?: string
}

export async function sessionStatus(
  { session, client, parent, tally, reserve = 0 }: Agent,
  windowOf: (model: string | undefined) => Tokens,
  models?: Models,
): Promise<SessionStatus> {
  const entries = await session.entries()
  const { billed, cached, cost: spent, unmanaged, epochs } = cost(entries, models ? { models } : {})
  const own = ownCost(entries, compactionOf(client), windowOf, models)
  const { model } = session.view.usages.at(-1) ?? {}
  const saved = spent.dollars === undefined || own.dollars === undefined ? undefined : own.dollars - spent.dollars
  return {
    session: session.id,
    client,
    ...(parent !== undefined && { parent }),
    ...tally,
    epochs: epochs.length - 1,
    tokens: billed.input + billed.cacheRead + billed.cacheWrite,
    cached,
    cost: spent.tokens,
    unmanaged: unmanaged.tokens,
    own: own.tokens,
    ...(model !== undefined && { model }),
    shown: session.view.size.tokens,
    window: windowOf(model),
    reserve,
    ...(saved === undefined ? {} : { savedDollars: saved }),
  }
}
