import { randomBytes } from 'node:crypto'
import type { Daypack, Message } from 'daypack'
import { textOf } from 'daypack/internal'
import { SENDER, senderOf } from './sender-mark.ts'
import type { Sender } from '../door/sender.ts'
import type { SessionStatus } from './status.ts'
import { postpone, type Agent, type EpochNotice, type Turn } from './agent.ts'
import { carriedIn } from './carry-mark.ts'
import { programOf, type NamedSession } from './clients.ts'
import { heldBy, holdsNewest, replyFinder } from './find-by-replies.ts'
import { repliesIn } from './fingerprint.ts'
import { restingAgents } from './resting-agents.ts'

const MOST_STORED = 40

type Owner = Pick<Sender, 'scope' | 'home'>
type Known = { readonly finder: ReturnType<typeof replyFinder>; stored?: Promise<void> | undefined }

type AgentsOptions = {
  readonly describe: (agent: Agent) => Promise<SessionStatus | undefined>
  readonly onEpoch?: ((epoch: EpochNotice) => void) | undefined
  /** Runs work that nobody waits for when no request is on its way. */
  readonly whenQuiet: (work: () => Promise<void>) => void
}

/** Finds the agent a request comes from. `scope`: who sends it; nothing of one scope is ever found from another. */
export function agentsOf(pack: Daypack, { describe, onEpoch, whenQuiet }: AgentsOptions) {
  const awake = new Map<string, Promise<Agent>>()
  const resting = restingAgents({ awake, describe, forget, whenQuiet })
  const names = new Map<string, Promise<Agent>>()
  const byProgram = new Map<string, Known>()
  const byBody = new WeakMap<symbol, Agent>()

  return { named, unread, find, quoted, open, resting: resting.all, recent, rememberBody, rememberMessages }

  /** The one whose last request this one seems to go on from, by its name or by its bytes. */
  async function recent(name: string | undefined, scope: string, { body }: Turn): Promise<Agent | undefined> {
    if (name !== undefined) return names.get(keyOf(scope, name))
    const before = body.continues?.id
    const agent = before && byBody.get(before)
    const isNewest = agent?.last?.turn.body.id === before
    return isNewest && agent?.scope === scope && agent.waiting === 0 ? agent : undefined
  }

  /** An agent is found by what its requests said. */
  function rememberMessages(agent: Agent, messages: readonly Message[]): void {
    knownOf(agent.scope, agent.client).finder.note(agent, messages)
  }

  function rememberBody({ body }: Turn, agent: Agent): void {
    byBody.set(body.id, agent)
  }

  /** A name belongs to whoever used it first; others continue it only by holding its newest reply. */
  function named(name: NamedSession, sender: Sender, messages: readonly Message[]): Promise<Agent> {
    const key = keyOf(sender.scope, name.id)
    const agent = names.get(key) ?? claim(name, sender, messages)
    names.set(key, agent)
    agent.catch(() => names.delete(key))
    return agent
  }

  /** The agent of a name, if it is known or new, here and in the logs, waits for nothing, and its request `fits`. */
  async function unread(
    name: NamedSession,
    sender: Sender,
    fits: (known?: Agent) => boolean,
  ): Promise<Agent | undefined> {
    const key = keyOf(sender.scope, name.id)
    const known = await names.get(key)
    if (known) return known.waiting === 0 && fits(known) ? known : undefined
    if (awake.has(keyOf(sender.home?.user ?? '', name.id)) || !fits()) return undefined
    const agent = await opened(name, sender)
    if (agent.session.view.head > 0) return undefined
    names.set(key, Promise.resolve(agent))
    return agent
  }

  async function claim(name: NamedSession, sender: Sender, messages: readonly Message[]): Promise<Agent> {
    const { scope } = sender
    const agent = (await carried(messages, name, sender)) ?? (await opened(name, sender))
    if (agent.scope === scope) return agent
    await agent.later?.()
    await agent.session.idle()
    if (agent.waiting > 0 || repliesIn(messages).length === 0 || !holdsNewest(agent, messages))
      return opened({ ...name, id: `${name.id}~${scope}` }, sender)
    names.delete(keyOf(agent.scope, name.id))
    agent.scope = scope
    delete agent.last
    await sign(agent)
    return agent
  }

  async function carried(messages: readonly Message[], name: NamedSession, sender: Owner): Promise<Agent | undefined> {
    const id = carriedIn(messages)
    if (id === undefined || !(await pack.sessions(sender.home)).includes(id)) return undefined
    const { client, hasTools } = name
    const agent = await opened({ id, client, hasTools }, sender)
    return agent.scope === sender.scope ? agent : undefined
  }

  function opened(name: NamedSession, { scope, home }: Owner): Promise<Agent> {
    const key = keyOf(home?.user ?? '', name.id)
    const known = awake.get(key)
    if (known) return known
    const agent = open()
    awake.set(key, agent)
    void agent.then(
      () => resting.rest(),
      () => awake.delete(key),
    )
    return agent

    async function open(): Promise<Agent> {
      const { id, client, hasTools, parent } = name
      const session = await pack.session(id, home)
      const signed = senderOf(session)
      const opening: Agent = {
        session,
        client,
        ...(parent !== undefined && { parent }),
        scope: signed?.scope ?? scope,
        ...(home && { home }),
        hasTools,
        turn: 0,
        planned: 0,
        waiting: 0,
        left: [],
        withheld: [],
        usedAt: performance.now(),
        unsubscribe: session.on('epoch', ({ before, after }) =>
          onEpoch?.({ session: id, before: before.tokens, after: after.tokens }),
        ),
        tally: resting.wake(key) ?? { requests: 0, changed: 0, repeated: 0, asides: 0, repaired: 0 },
      }
      // Its first request goes out first.
      if (signed?.scope === undefined) postpone(opening, () => sign(opening))
      return opening
    }
  }

  function forget(key: string, agent: Agent): void {
    awake.delete(key)
    agent.unsubscribe()
    for (const [name, opened] of names) void opened.then((one) => one === agent && names.delete(name))
    const known = knownOf(agent.scope, agent.client)
    known.finder.forget(agent)
    // Whoever goes on with it is recognised by what its log says.
    known.stored = undefined
  }

  /** The agent that holds this conversation; `begin`: a new one when there is none. `isBeside`: it asks about one under way. */
  async function find(
    messages: readonly Message[],
    sender: Sender,
    { begin = false, isBeside = false }: { readonly begin?: boolean; readonly isBeside?: boolean } = {},
  ): Promise<Agent | undefined> {
    const client = programOf(sender.headers)
    const known = knownOf(sender.scope, client)
    const isFree = (agent: Agent) => isBeside || agent.waiting === 0
    const best = () => known.finder.best(messages, isFree, isBeside)
    const isAnswered = repliesIn(messages).length > 0
    // One whose first request is still being planned was asked by somebody else who begins alike, not twice.
    const wasAsked = (agent: Agent) => isFree(agent) && (isBeside || agent.tally.requests > 0)
    let agent = await (isAnswered ? best() : known.finder.unanswered(messages, wasAsked))
    if (!agent && isAnswered) {
      known.stored ??= openStored(client, sender)
      await known.stored.catch((error: unknown) => {
        known.stored = undefined
        throw error
      })
      agent = await best()
    }
    if (!agent && begin) {
      const name = { id: `${autoId(client, sender)}${randomBytes(4).toString('hex')}`, client, hasTools: false }
      agent = (await carried(messages, name, sender)) ?? (await opened(name, sender))
    }
    if (agent && !isBeside) {
      agent.isUnnamed = true
      known.finder.note(agent, messages)
    }
    return agent
  }

  /** The agent of this sender whose replies a text quotes, more of them than any other's. */
  async function quoted({ headers, scope }: Sender, text: string): Promise<Agent | undefined> {
    const client = programOf(headers)
    const own = (await open()).filter((agent) => agent.client === client && agent.scope === scope)
    const scores = own.map((agent) => ({ agent, count: quotesOf(agent, text) })).filter(({ count }) => count > 0)
    const [first, second] = scores.toSorted((a, b) => b.count - a.count)
    return first && first.count > (second?.count ?? 0) ? first.agent : undefined
  }

  function knownOf(scope: string, client: string): Known {
    const key = keyOf(scope, client)
    const known = byProgram.get(key) ?? { finder: replyFinder() }
    byProgram.set(key, known)
    return known
  }

  async function openStored(client: string, sender: Owner): Promise<void> {
    const start = autoId(client, sender)
    const ids = (await pack.sessions(sender.home)).filter((id) => id.startsWith(start))
    // Those that rested last come last.
    const isResting = (id: string) => Number(resting.has(keyOf(sender.home?.user ?? '', id)))
    const ordered = ids.toSorted((a, b) => isResting(a) - isResting(b))
    for (const id of ordered.slice(-MOST_STORED)) {
      const agent = await opened({ id, client, hasTools: false }, sender).catch(() => undefined)
      if (agent) rememberMessages(agent, heldBy(agent))
    }
  }

  async function open(): Promise<Agent[]> {
    const settled = await Promise.allSettled(awake.values())
    const all = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const agent of all) await agent.later?.()
    return all
  }
}

export type Agents = ReturnType<typeof agentsOf>

function quotesOf(agent: Agent, text: string): number {
  const replies = new Set(repliesIn(heldBy(agent)).map((reply) => textOf(reply).trim()))
  return [...replies].filter((reply) => reply !== '' && text.includes(reply)).length
}

/** Where it cannot be written, requests of this process are told apart all the same. */
async function sign({ session, scope, client, parent }: Agent): Promise<void> {
  await session.mark(SENDER, { scope, client, ...(parent !== undefined && { parent }) }).catch(() => {})
}

function autoId(client: string, { scope }: Owner): string {
  return `auto-${client}-${scope}`
}

function keyOf(scope: string, name: string): string {
  return `${scope} ${name}`
}
