import { randomBytes } from 'node:crypto'
import type { Daypack } from '../../../daypack.ts'
import type { Json } from '../../../model/json.ts'
import { textOf, type Message } from '../../../model/message.ts'
import type { Named } from './clients.ts'
import { SENDER, senderOf } from '../../support/sender.ts'
import { carriedIn } from './carry-mark.ts'
import type { EpochNotice, Lane } from './conversation.ts'
import { restingLanes } from './resting.ts'
import type { SessionStatus } from '../status/status.ts'
import { laneFinder, heldBy, holdsNewest } from './find-by-replies.ts'
import { repliesIn } from './fingerprint.ts'
import type { Who } from '../door/sender.ts'

const MOST_STORED = 40

type Owner = Who & { readonly client: string }

type LanesOptions = {
  readonly describe: (lane: Lane) => Promise<SessionStatus | undefined>
  readonly onEpoch?: ((epoch: EpochNotice) => void) | undefined
}

/** Finds the session a request belongs to. `scope`: who sends it; nothing of one scope is ever found from another. */
export function lanesOf(pack: Daypack, { describe, onEpoch }: LanesOptions) {
  const lanes = new Map<string, Promise<Lane>>()
  const resting = restingLanes({ awake: lanes, describe, forget })
  const names = new Map<string, Promise<Lane>>()
  const senders = new Map<
    string,
    { readonly finder: ReturnType<typeof laneFinder>; stored?: Promise<void> | undefined }
  >()
  const starts = new WeakMap<object, Set<Lane>>()

  return { named, find, quoted, open, resting: resting.all, again, rememberStart, rememberMessages }

  async function again(name: string | undefined, scope: string, list: readonly Json[]): Promise<readonly Lane[]> {
    if (name !== undefined) {
      const lane = await names.get(nameKey(scope, name))
      return lane ? [lane] : []
    }
    const [start] = list
    const known = typeof start === 'object' && start !== null ? starts.get(start) : undefined
    return [...(known ?? [])].filter((lane) => lane.scope === scope && lane.waiting === 0 && isPrefix(lane, list))
  }

  /** A lane is found by what its requests said. */
  function rememberMessages(lane: Lane, messages: readonly Message[]): void {
    knownOf(lane).finder.note(lane, messages)
  }

  function rememberStart(start: Json | undefined, lane: Lane): void {
    if (typeof start !== 'object' || start === null) return
    const known = starts.get(start)
    if (known) known.add(lane)
    else starts.set(start, new Set([lane]))
  }

  /** A name belongs to whoever used it first; others continue it only by holding its newest reply. */
  async function named(named: Named, who: Who, messages: readonly Message[]): Promise<Lane> {
    const key = nameKey(who.scope, named.id)
    const known = names.get(key)
    if (known) return known
    const lane = claim(named, who, messages)
    names.set(key, lane)
    lane.catch(() => names.delete(key))
    return lane
  }

  async function claim(named: Named, who: Who, messages: readonly Message[]): Promise<Lane> {
    const { scope } = who
    const lane = (await carried(messages, named, who)) ?? (await opened(named, who))
    if (lane.scope === scope) return lane
    await lane.later?.()
    await lane.session.idle()
    if (lane.waiting > 0 || repliesIn(messages).length === 0 || !holdsNewest(lane, messages))
      return opened({ ...named, id: `${named.id}~${scope}` }, who)
    names.delete(nameKey(lane.scope, named.id))
    lane.scope = scope
    delete lane.last
    await sign(lane)
    return lane
  }

  async function carried(
    messages: readonly Message[],
    { client, hasTools }: Pick<Named, 'client' | 'hasTools'>,
    who: Who,
  ): Promise<Lane | undefined> {
    const id = carriedIn(messages)
    if (id === undefined || !(await pack.sessions(who.home)).includes(id)) return undefined
    const lane = await opened({ id, client, hasTools }, who)
    return lane.scope === who.scope ? lane : undefined
  }

  function opened({ id, client, hasTools, parent }: Named, { scope, home }: Who): Promise<Lane> {
    const key = nameKey(home?.user ?? '', id)
    const known = lanes.get(key)
    if (known) return known
    const lane = pack.session(id, home).then(async (session): Promise<Lane> => {
      const signed = senderOf(session)
      const opening: Lane = {
        session,
        client,
        ...(parent !== undefined && { parent }),
        scope: signed?.scope ?? scope,
        ...(home && { home }),
        hasTools,
        turn: 0,
        known: 0,
        waiting: 0,
        left: [],
        withheld: [],
        usedAt: performance.now(),
        unsubscribe: session.on('epoch', ({ before, after }) =>
          onEpoch?.({ session: id, before: before.tokens, after: after.tokens }),
        ),
        tally: resting.wake(key) ?? { requests: 0, changed: 0, repeated: 0, asides: 0, repaired: 0 },
      }
      if (signed?.scope === undefined) void sign(opening)
      return opening
    })
    lanes.set(key, lane)
    void lane.then(
      () => resting.rest().catch(() => {}),
      () => lanes.delete(key),
    )
    return lane
  }

  function forget(key: string, lane: Lane): void {
    lanes.delete(key)
    lane.unsubscribe()
    for (const [name, opened] of names) void opened.then((one) => one === lane && names.delete(name))
    const known = knownOf(lane)
    known.finder.forget(lane)
    // Whoever goes on with it is recognised by what its log says.
    known.stored = undefined
  }

  /** The lane that holds this conversation; `begin`: a new one when there is none. `isBeside`: it asks about one under way. */
  async function find(
    messages: readonly Message[],
    sender: Owner,
    how: { readonly begin?: boolean; readonly isBeside?: boolean } = {},
  ): Promise<Lane | undefined> {
    const { client, scope } = sender
    const { begin = false, isBeside = false } = how
    const known = knownOf(sender)
    const isFree = (lane: Lane) => isBeside || lane.waiting === 0
    let lane: Lane | undefined
    if (repliesIn(messages).length === 0) lane = await known.finder.unanswered(messages, isFree)
    else {
      lane = await known.finder.best(messages, isFree, isBeside)
      if (!lane) {
        await (known.stored ??= openStored(sender).catch((error: unknown) => {
          known.stored = undefined
          throw error
        }))
        lane = await known.finder.best(messages, isFree, isBeside)
      }
    }
    if (!lane && begin) {
      const named = { id: `${autoId(client, scope)}${randomBytes(4).toString('hex')}`, client, hasTools: false }
      lane = (await carried(messages, named, sender)) ?? (await opened(named, sender))
    }
    if (lane && !isBeside) known.finder.note(lane, messages)
    return lane
  }

  /** The lane of this sender whose replies a text quotes, more of them than any other's. */
  async function quoted({ client, scope }: Owner, text: string): Promise<Lane | undefined> {
    const own = (await open()).filter((lane) => lane.client === client && lane.scope === scope)
    const scores = own.map((lane) => ({ lane, count: quotesOf(lane, text) })).filter(({ count }) => count > 0)
    const [first, second] = scores.toSorted((a, b) => b.count - a.count)
    return first && first.count > (second?.count ?? 0) ? first.lane : undefined
  }

  function knownOf({ client, scope }: Pick<Owner, 'client' | 'scope'>) {
    const key = nameKey(scope, client)
    let known = senders.get(key)
    if (!known) senders.set(key, (known = { finder: laneFinder() }))
    return known
  }

  async function openStored({ client, ...who }: Owner): Promise<void> {
    const start = autoId(client, who.scope)
    const ids = (await pack.sessions(who.home)).filter((id) => id.startsWith(start))
    // Those that rested last come last.
    const isResting = (id: string) => resting.has(nameKey(who.home?.user ?? '', id))
    const ordered = [...ids.filter((id) => !isResting(id)), ...ids.filter(isResting)]
    for (const id of ordered.slice(-MOST_STORED)) {
      const lane = await opened({ id, client, hasTools: false }, who).catch(() => undefined)
      if (lane) knownOf(lane).finder.note(lane, heldBy(lane))
    }
  }

  async function open(): Promise<Lane[]> {
    const settled = await Promise.allSettled(lanes.values())
    const all = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const lane of all) await lane.later?.()
    return all
  }
}

export type Lanes = ReturnType<typeof lanesOf>

function quotesOf(lane: Lane, text: string): number {
  const replies = new Set(repliesIn(heldBy(lane)).map((reply) => textOf(reply).trim()))
  return [...replies].filter((reply) => reply !== '' && text.includes(reply)).length
}

/** Where it cannot be written, requests of this process are told apart all the same. */
async function sign({ session, scope, client, parent }: Lane): Promise<void> {
  await session.mark(SENDER, { scope, client, ...(parent !== undefined && { parent }) }).catch(() => {})
}

function autoId(client: string, scope: string): string {
  return `auto-${client}-${scope}`
}

function nameKey(scope: string, name: string): string {
  return `${scope} ${name}`
}

function isPrefix({ last }: Lane, list: readonly Json[]): boolean {
  const length = last?.receivedList.length ?? 0
  return length > 0 && last?.receivedList[length - 1] === list[length - 1]
}
