import type { Daypack, Decoded, Message, Millis } from 'daypack'
import type { Sender } from '../door/sender.ts'
import { modelOf, postpone, sentBodyOf } from '../session/agent.ts'
import type { Agent, SentBody, SentRequest, Turn } from '../session/agent.ts'
import type { Agents } from '../session/agents.ts'
import { namedAside, namedSession, type NamedSession } from '../session/clients.ts'
import { asksAbout, isSide, type About } from '../session/side-requests.ts'
import type { ProblemLog } from './problems.ts'
import type { BackgroundQueue } from './background.ts'
import { continueLast, startUnchanged } from './fast-path.ts'
import { quotedOf, summaryRequest } from './own-compaction.ts'
import { planRequest, planTurn, windowFor, type TurnOptions } from './plan-turn.ts'
import { planQueue, timeoutFor, within } from './timeout.ts'
import { isCalm, mayGoUnread, type UnreadTurn } from './unread.ts'

/** Where a turn belongs and what is sent for it. `about`: it asks about the conversation, and is no part of it. */
export type Placed = {
  readonly agent: Agent
  readonly sentBody: SentBody
  readonly about?: About
  /** It stands in for what a plan would have sent. */
  readonly isStandIn?: true
  /** It went out before it was read: true once it is known to be none of the conversation. */
  readonly isDropped?: () => boolean
}

/** Opening a session may hang. */
const UNREAD_MS: Millis = 1_000

type Parts = {
  readonly pack: Daypack
  readonly agents: Agents
  readonly options: TurnOptions
  readonly problems: ProblemLog
  readonly background: BackgroundQueue
}

/** Finds the agent of a turn and what is sent for it; `side`: it is none of ours. */
export function turnPlacer({ pack, agents, options, problems, background }: Parts) {
  const queue = planQueue()
  let isCalmPack: boolean | undefined
  return { place, placeUnread, findAskedAbout }

  async function place(turn: Turn, sender: Sender, isAsked: boolean): Promise<Placed | 'side'> {
    const { headers, session, scope } = sender
    const aside = isAsked ? 'summary' : namedAside(headers)
    if (aside === 'other') return 'side'
    const named = namedSession(headers, session)
    const last = aside ? undefined : await agents.recent(named?.id, scope, turn)
    if (last) {
      const again = () => continueLast(last, turn, !named)
      const sent = again() ?? (await last.later?.().then(again))
      if (sent) return sendFirst(last, turn, sent, !named)
    }
    const decoded = turn.wire.codec.decode(turn.request)
    const { messages } = decoded
    const about = aside ?? asksAbout(turn.wire, turn.request, decoded)
    if (about) return placeQuestion(turn, sender, messages, about)
    const known = named ? undefined : await agents.find(messages, sender)
    if (isSide(turn.wire, turn.request, decoded, { named, agent: known })) return 'side'
    const agent = named
      ? await agents.named(named, sender, messages)
      : (known ?? (await agents.find(messages, sender, { begin: true })))
    if (!agent) return 'side'
    agent.hasTools ||= turn.wire.hasTools(turn.request)
    if (!named) agents.rememberBody(turn, agent)
    const read = { ...turn, decoded }
    const unchanged = startUnchanged(agent, read, windowFor(modelOf(turn.request), options))
    if (unchanged) return sendFirst(agent, turn, unchanged, !named)
    await agent.later?.()
    const sentBody = await queue.run(timeoutFor(turn.body.length), () => planTurn(agent, read, options))
    return { agent, sentBody }
  }

  /** Undefined: it is read first. */
  async function placeUnread(turn: UnreadTurn, sender: Sender): Promise<Placed | undefined> {
    const named = namedSession(sender.headers, sender.session)
    if (!named || namedAside(sender.headers)) return undefined
    const fits = () => mayGoUnread(turn.bytes, options)
    const agent = await within(UNREAD_MS, agents.unread(named, sender, fits))
    // New sessions are all alike in this.
    return agent && (isCalmPack ??= isCalm(agent.session)) ? sendUnread(agent, turn, named) : undefined
  }

  async function placeQuestion(
    turn: Turn,
    sender: Sender,
    messages: readonly Message[],
    about: About,
  ): Promise<Placed | 'side'> {
    const text = quotedOf(turn)
    const quoted = async () => (text === undefined ? undefined : agents.quoted(sender, text))
    const agent = (await findAskedAbout(sender, messages)) ?? (await quoted())
    return agent ? { agent, sentBody: await summaryRequest(pack, agent, turn, options), about } : 'side'
  }

  /** The agent whose conversation a request asks about without going on with it. */
  async function findAskedAbout(sender: Sender, messages: readonly Message[]): Promise<Agent | undefined> {
    const named = namedSession(sender.headers, sender.session)
    return named ? agents.named(named, sender, messages) : agents.find(messages, sender, { isBeside: true })
  }

  /** Send now, plan afterwards. `isFound`: by what it says. */
  function sendFirst(agent: Agent, turn: Turn, sent: SentRequest, isFound: boolean): Placed {
    const { from, since } = agent.last ?? sent
    const remembered = from + since.length
    if (isFound) agents.rememberBody(turn, agent)
    return planLater(agent, sent, turn.body.length, async () => {
      const decoded = turn.wire.codec.decode(turn.request)
      if (isFound) agents.rememberMessages(agent, decoded.messages.slice(remembered))
      return planRequest(agent, { ...turn, decoded }, options)
    })
  }

  /** Send now, read and plan afterwards. */
  function sendUnread(agent: Agent, turn: UnreadTurn, named: NamedSession): Placed {
    const sent: SentRequest = { turn, since: [], from: 0, spare: 0, isStale: true, isUnread: true }
    let isDropped = false
    const placed = planLater(agent, sent, turn.bytes.length, async () => {
      const decoded = turn.isTurn() && turn.wire.codec.decode(turn.request)
      isDropped = !decoded || isBeside(turn, decoded, named)
      if (decoded && !isDropped) return planRequest(agent, { ...turn, decoded }, options)
      delete agent.reply
      return undefined
    })
    return { ...placed, isStandIn: true, isDropped: () => isDropped }
  }

  function isBeside({ wire, request }: Turn, decoded: Decoded, named: NamedSession): boolean {
    const isAbout = asksAbout(wire, request, decoded) !== undefined
    return isAbout || isSide(wire, request, decoded, { named, agent: undefined })
  }

  function planLater(
    agent: Agent,
    sent: SentRequest,
    bytes: number,
    plan: () => Promise<SentRequest | undefined>,
  ): Placed {
    const mine = ++agent.turn
    const sentBody = sentBodyOf(sent)
    agent.last = sent
    const run = postpone(agent, async () => {
      const planned = await problems.safely(() => within(timeoutFor(bytes), plan()))
      // A newer turn is out: its own plan tells what the session shows.
      if (mine !== agent.turn || !agent.last) return
      const { isUnread = false, ...shown } = sent
      if (planned && sentBodyOf(planned) === sentBody) agent.last = planned
      else if (planned || !isUnread) agent.last = { ...shown, isStale: true }
      else delete agent.last
    })
    background.add(run)
    return { agent, sentBody }
  }
}
