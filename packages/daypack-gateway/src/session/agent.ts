import type { Json, Tokens, Message, Session } from 'daypack'
import type { JsonObject, Body } from 'daypack/internal'
import type { Scope } from 'daypack/memory'
import type { GatewayWire } from '../wires/wire.ts'

/** One agent in one conversation: its session, and what is known of its newest request. */
export type Agent = {
  readonly session: Session
  readonly client: string
  readonly parent?: string
  /** Who sends it: a hash of credential and upstream. */
  scope: string
  readonly home?: Scope
  hasTools: boolean
  /** Its requests have no name: it is known by what it says. */
  isUnnamed?: true
  /** Counts requests: a reply that came too late belongs to none. */
  turn: number
  last?: SentRequest
  /** Bytes of the newest request that the session has planned. */
  planned: number
  /** Set while the newest requests, or their replies, are not in the log yet: calling it puts them there, in order. Must not reject. */
  later?: (() => Promise<void>) | undefined
  /** Requests whose reply is not here yet: an agent waits for it, so whoever comes meanwhile is another one. */
  waiting: number
  readonly left: { readonly length: number; readonly hash: string }[]
  /** The newest reply, which may still be on its way into the log. */
  reply?: () => readonly Message[]
  /** The newest reply, where it is not in the log because the client will tell it in its own way. */
  withheld: readonly Message[]
  /** The provider refused its reasoning once: old reasoning is left out from then on. */
  hasNoReasoning?: boolean
  reserve?: Tokens
  /** When its newest request came, by the clock of this process. */
  usedAt: number
  /** Ends what it listens to. */
  readonly unsubscribe: () => void
  readonly tally: Tally
}

/** A turn of a conversation, as it came. */
export type Turn = {
  readonly wire: GatewayWire
  readonly bytes: Uint8Array
  readonly body: Body
  readonly request: JsonObject
}

/** Undefined: the bytes that came. */
export type SentBody = string | undefined

export type SentRequest = {
  readonly turn: Turn
  /** The body that went, where something in it was changed. */
  readonly next?: JsonObject | undefined
  /** A marker of the cache was put where the client has none. */
  readonly isMarked?: boolean
  /** The list that came, with what the client masked in it. */
  readonly unmasked?: readonly Json[]
  /** Tokens that may still come in before the output it asks for has to be lowered. */
  readonly spare: Tokens
  /** The session shows something else than what was sent: the next one is planned first. */
  readonly isStale?: boolean
  /** It went out before it was read, which is still to be done. */
  readonly isUnread?: boolean
}

export type Tally = {
  requests: number
  changed: number
  repeated: number
  asides: number
  repaired: number
}

export type EpochNotice = { readonly session: string; readonly before: Tokens; readonly after: Tokens }

/** Written anew for whoever asks: the text of a long conversation is not kept beside its bytes. */
export function sentBodyOf({ turn, next }: SentRequest): SentBody {
  return next && turn.body.write(next)
}

export function receivedList({ wire, body }: Pick<Turn, 'wire' | 'body'>): readonly Json[] {
  return listOf(wire, body.request)
}

export function wholeList({ turn, unmasked }: SentRequest): readonly Json[] {
  return unmasked ?? receivedList(turn)
}

export function sentList({ turn, next }: Pick<SentRequest, 'turn' | 'next'>): readonly Json[] {
  return listOf(turn.wire, next ?? turn.body.request)
}

export function listOf(wire: GatewayWire, body: JsonObject): readonly Json[] {
  return (body[wire.list] ?? []) as readonly Json[]
}

export function modelOf(request: JsonObject): string | undefined {
  return typeof request['model'] === 'string' ? request['model'] : undefined
}

/** Puts work off until it is asked for, behind what the agent has put off before; it runs once. */
export function postpone(agent: Agent, work: () => Promise<void>): () => Promise<void> {
  const before = agent.later
  let done: Promise<void> | undefined
  const run = () =>
    (done ??= (before ? before().then(work) : work()).finally(() => {
      if (agent.later === run) agent.later = undefined
    }))
  agent.later = run
  return run
}
