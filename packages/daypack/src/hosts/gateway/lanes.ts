import { randomBytes } from 'node:crypto'
import type { Daypack } from '../../daypack.ts'
import { hashOf } from '../../log/intake.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Session } from '../../session/session.ts'
import type { Body } from '../../wire/body.ts'
import type { Named } from './clients.ts'

/** One conversation through the gateway: a session, and what is known of its newest request. */
export type Lane = {
  readonly session: Session
  readonly client: string
  hasTools: boolean
  /** Counts requests: a reply that came too late belongs to none. */
  turn: number
  last?: Sent
  /** Set while the newest request, or its reply, is not in the log yet: calling it puts it there. Must not reject. */
  later?: (() => Promise<void>) | undefined
  /** The newest reply, where it is not in the log because the client will tell it in its own way. */
  withheld: readonly Message[]
  /** The provider refused its reasoning once: old reasoning is left out from then on. */
  isBare?: boolean
  readonly tally: Tally
}

/** A request as it came and as it went. */
export type Sent = {
  readonly body: Body
  /** The text that went; undefined: the bytes that came. */
  readonly went: string | undefined
  /** What it says, as it came. */
  readonly messages: readonly Message[]
  readonly cameList: readonly Json[]
  /** As it came, with what the client had masked since. */
  readonly wholeList: readonly Json[]
  readonly wentList: readonly Json[]
  /** The body that went, where something in it was changed. */
  readonly next?: JsonObject | undefined
  /** How much of it stands behind the last entry of its list. */
  readonly behind: number
  /** The model, wherever the wire names it. */
  readonly model: string | undefined
  /** The session shows something else than what went: the next one has to be managed. */
  readonly isOff?: boolean
}

export type Tally = {
  requests: number
  changed: number
  repeated: number
  asides: number
  repaired: number
}

const AUTO = 'auto-'
/** Stored sessions that are looked through for a conversation nobody here knows. */
const MOST_STORED = 40

/** Finds the session a request belongs to. */
export function lanesOf(pack: Daypack) {
  const lanes = new Map<string, Promise<Lane>>()
  const places = new Map<string, Set<string>>()
  /** The lane whose newest request began with this object. */
  const latest = new WeakMap<Message, Lane>()
  /** The lane whose newest request began with this item. */
  const starts = new WeakMap<object, Lane>()
  let stored: Promise<void> | undefined

  return { named, found, open, again, begins, goesOn }

  /** The lane that may hold what a request goes on from: by its name, or by its first item where that is the same object. */
  function again(id: string | undefined, start: Json | undefined): Promise<Lane> | Lane | undefined {
    if (id !== undefined) return lanes.get(id)
    return typeof start === 'object' && start !== null ? starts.get(start) : undefined
  }

  /** What a lane's newest request says, so that it is found by it; `known` of it were there before. */
  function goesOn(lane: Lane, messages: readonly Message[], known: number): void {
    note(lane.session.id, messages.slice(known).map(saying))
    if (messages[0]) latest.set(messages[0], lane)
  }

  function begins(start: Json | undefined, lane: Lane): void {
    if (typeof start === 'object' && start !== null) starts.set(start, lane)
  }

  /** The lane of this name, opened or begun. */
  function named({ id, client, hasTools }: Named): Promise<Lane> {
    const known = lanes.get(id)
    if (known) return known
    const lane = pack.session(id).then((session): Lane => ({
      session,
      client,
      hasTools,
      turn: 0,
      withheld: [],
      tally: { requests: 0, changed: 0, repeated: 0, asides: 0, repaired: 0 },
    }))
    lanes.set(id, lane)
    lane.catch(() => lanes.delete(id))
    return lane
  }

  /** The lane that holds this conversation; `begin`: a new one when there is none. */
  async function found(messages: readonly Message[], client: string, begin: boolean): Promise<Lane | undefined> {
    const newest = messages[0] && latest.get(messages[0])
    const known = newest && seenIn(newest, messages)
    if (newest && known !== undefined) {
      goesOn(newest, messages, known)
      return newest
    }
    const hashes = messages.map(saying)
    const isGoingOn = messages.some((message) => message.role === 'assistant')
    let id = await best(hashes, isGoingOn)
    if (id === undefined && isGoingOn) {
      await (stored ??= openStored().catch((error: unknown) => {
        stored = undefined
        throw error
      }))
      id = await best(hashes, isGoingOn)
    }
    if (id === undefined && !begin) return undefined
    const lane = await named({
      id: id ?? `${AUTO}${client}-${randomBytes(4).toString('hex')}`,
      client,
      hasTools: false,
    })
    note(lane.session.id, hashes)
    if (messages[0]) latest.set(messages[0], lane)
    return lane
  }

  async function best(hashes: readonly string[], isGoingOn: boolean): Promise<string | undefined> {
    const counts = new Map<string, number>()
    for (const hash of hashes) for (const id of places.get(hash) ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
    let winner: { id: string; same: number } | undefined
    for (const [id, count] of counts) {
      const lane = await lanes.get(id)
      if (!lane) continue
      // The reply this request goes on from may still be on its way into the log.
      await lane.later?.()
      await lane.session.idle()
      const known = callers(lane)
      const same = sameFor(known, hashes)
      // The same beginning, an answer included; or, where the client rewrote its beginning, most of the rest.
      const isSame = same >= 2 || (count >= 3 && count >= Math.min(known.length, hashes.length) / 2)
      // Nothing was answered yet: the same question again.
      const isAgain = !isGoingOn && same === known.length && known.length === hashes.length
      if ((isGoingOn ? isSame : isAgain) && same >= (winner?.same ?? 0)) winner = { id, same }
    }
    return winner?.id
  }

  function note(id: string, hashes: readonly string[]): void {
    for (const hash of hashes) {
      const known = places.get(hash)
      if (known) known.add(id)
      else places.set(hash, new Set([id]))
    }
  }

  async function openStored(): Promise<void> {
    const ids = (await pack.sessions()).filter((id) => id.startsWith(AUTO))
    for (const id of ids.slice(-MOST_STORED)) {
      const client = /^auto-(.+)-[0-9a-f]+$/.exec(id)?.[1] ?? 'unknown'
      const lane = await named({ id, client, hasTools: false }).catch(() => undefined)
      if (lane) note(id, callers(lane))
    }
  }

  async function open(): Promise<Lane[]> {
    const settled = await Promise.allSettled(lanes.values())
    const opened = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const lane of opened) await lane.later?.()
    return opened
  }
}

/** How much of a list is the lane's newest request again; undefined where that is not its beginning. */
function seenIn({ last }: Lane, messages: readonly Message[]): number | undefined {
  if (!last || last.messages.length > messages.length) return undefined
  const isAgain = last.messages.every((message, index) => {
    const now = messages[index]
    return now === message || (now !== undefined && saying(now) === saying(message))
  })
  return isAgain ? last.messages.length : undefined
}

function callers({ session, withheld }: Lane): string[] {
  const said = session.view.slots.filter((slot) => slot.origin === 'caller').map((slot) => slot.message)
  return [...said, ...withheld].map(saying)
}

/** How long both are the same. Some clients end a request with a message that is gone or another one in the next. */
function sameFor(known: readonly string[], hashes: readonly string[]): number {
  const same = prefix(known, hashes)
  return same === 0 ? 0 : Math.max(same, prefix(known.toSpliced(same, 1), hashes))
}

function prefix(known: readonly string[], hashes: readonly string[]): number {
  const limit = Math.min(known.length, hashes.length)
  let same = 0
  while (same < limit && known[same] === hashes[same]) same++
  return same
}

const HASHES = new WeakMap<Message, string>()

/** What a message says, whatever its calls are named: some clients name them anew. */
function saying(message: Message): string {
  const known = HASHES.get(message)
  if (known !== undefined) return known
  const hash = hashOf({
    ...message,
    blocks: message.blocks.map((block) => ('callId' in block ? { ...block, callId: '' } : block)),
  })
  HASHES.set(message, hash)
  return hash
}
