import type { Message } from 'daypack'
import { sha256 } from 'daypack/internal'
import type { Agent } from './agent.ts'
import { callIdsOf, piecesOf, repliesIn, fingerprint } from './fingerprint.ts'

type Fit = {
  /** It holds the newest reply: it goes on from the end of the agent, not from somewhere before it. */
  readonly holdsNewest: boolean
  /** Calls of the agent that it answers by their ids: nobody else got those. */
  readonly calls: number
  readonly same: number
}

/** An agent is recognised by the replies it holds, because nobody else received them. */
export function replyFinder() {
  const places = new Map<string, Set<Agent>>()

  return { note, forget, best, unanswered }

  function forget(agent: Agent): void {
    for (const [key, agents] of places) if (agents.delete(agent) && agents.size === 0) places.delete(key)
  }

  function note(agent: Agent, messages: readonly Message[]): void {
    for (const message of messages) {
      const keys = message.role === 'assistant' ? [fingerprint(message), ...piecesOf(message)] : [fingerprint(message)]
      for (const key of keys) {
        const known = places.get(key)
        if (known) known.add(agent)
        else places.set(key, new Set([agent]))
      }
    }
  }

  async function best(
    messages: readonly Message[],
    isFree: (agent: Agent) => boolean,
    isBeside = false,
  ): Promise<Agent | undefined> {
    const pieces = new Set(repliesIn(messages).flatMap(piecesOf))
    const ids = new Set(repliesIn(messages).flatMap(callIdsOf))
    let winner: { agent: Agent; fit: Fit } | undefined
    for (const agent of candidates(pieces)) {
      // The reply this request goes on from may still be on its way into the log.
      await agent.later?.()
      await agent.session.idle()
      const fit = isFree(agent) ? fitOf(agent, { hashes: messages.map(fingerprint), pieces, ids }) : undefined
      if (fit && (!winner || isBetter(fit, winner.fit))) winner = { agent, fit }
    }
    if (winner && !winner.fit.holdsNewest && !isBeside) leave(winner.agent, winner.fit.same)
    return winner?.agent
  }

  function candidates(pieces: ReadonlySet<string>): Set<Agent> {
    const found = new Set<Agent>()
    for (const piece of pieces) for (const agent of places.get(piece) ?? []) found.add(agent)
    return found
  }

  async function unanswered(
    messages: readonly Message[],
    isFree: (agent: Agent) => boolean,
  ): Promise<Agent | undefined> {
    const last = messages.at(-1)
    for (const agent of (last && places.get(fingerprint(last))) ?? []) {
      await agent.later?.()
      await agent.session.idle()
      const held = heldBy(agent)
      const isSame =
        held.length === messages.length && sameFor(held.map(fingerprint), messages.map(fingerprint)) === held.length
      if (isSame && isFree(agent)) return agent
    }
    return undefined
  }
}

export function heldBy({ session, withheld }: Agent): Message[] {
  const said = session.view.slots.filter((slot) => slot.origin === 'caller').map((slot) => slot.message)
  return [...said, ...withheld]
}

export function holdsNewest(agent: Agent, messages: readonly Message[]): boolean {
  const newest = agent.reply?.() ?? repliesIn(heldBy(agent)).slice(-1)
  const pieces = new Set(repliesIn(messages).flatMap(piecesOf))
  return newest.length === 0 || newest.flatMap(piecesOf).some((piece) => pieces.has(piece))
}

type Request = {
  readonly hashes: readonly string[]
  readonly pieces: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

function fitOf(agent: Agent, { hashes, pieces, ids }: Request): Fit | undefined {
  if (agent.left.some((branch) => branchOf(hashes, branch.length) === branch.hash)) return undefined
  const held = heldBy(agent)
  const known = held.map(fingerprint)
  const replies = repliesIn(held)
  const isHeld = (reply: Message) => piecesOf(reply).some((piece) => pieces.has(piece))
  if (!replies.some(isHeld)) return undefined
  const same = sameFor(known, hashes)
  const all = new Set(hashes)
  const shared = known.filter((hash) => all.has(hash)).length
  // The same beginning, a reply included; or, where the client rewrote its beginning, most of the rest.
  const isSame = same >= 2 || (shared >= 3 && shared >= Math.min(known.length, hashes.length) / 2)
  if (!isSame) return undefined
  const newest = replies.at(-1)
  return {
    holdsNewest: newest !== undefined && isHeld(newest),
    calls: replies.flatMap(callIdsOf).filter((id) => ids.has(id)).length,
    same,
  }
}

/** The caller goes back and leaves a branch. Whoever comes with that branch later is another one, who went on there. */
function leave(agent: Agent, same: number): void {
  const held = heldBy(agent)
  const reply = held.findIndex((message, index) => index >= same && message.role === 'assistant')
  if (reply >= 0) agent.left.push({ length: reply + 1, hash: branchOf(held.map(fingerprint), reply + 1) ?? '' })
}

function branchOf(hashes: readonly string[], length: number): string | undefined {
  return hashes.length < length ? undefined : sha256(hashes.slice(0, length).join(' '))
}

function isBetter(a: Fit, b: Fit): boolean {
  if (a.holdsNewest !== b.holdsNewest) return a.holdsNewest
  if (a.calls !== b.calls) return a.calls > b.calls
  return a.same > b.same
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
