import type { Daypack, Decoded, Message, Millis } from 'daypack'
import type { Sender } from '../door/sender.ts'
import { postpone, sentBodyOf } from '../session/agent.ts'
import type { Agent, SentBody, SentRequest, Turn } from '../session/agent.ts'
import type { Agents } from '../session/agents.ts'
import { namedAside, namedSession, type Aside } from '../session/clients.ts'
import { isBeside, saidAside } from '../session/side-requests.ts'
import type { ProblemLog } from './problems.ts'
import type { BackgroundQueue } from './background.ts'
import { continueLast } from './fast-path.ts'
import { quotedOf, summaryRequest } from './own-compaction.ts'
import { planRequest, planTurn, type TurnOptions } from './plan-turn.ts'
import { timeoutFor, within } from './timeout.ts'
import { mayGoOn, mayStart, type UnreadTurn } from './unread.ts'

/** Where a turn belongs and what is sent for it. */
export type Placed = {
  readonly agent: Agent
  readonly sentBody: SentBody
  /** It is no part of the conversation, but asks about it or is beside it; of what goes out unread, this is known later. */
  about?: Aside
  /** It stands in for what a plan would have sent. */
  readonly isStandIn?: true
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
      if (sent) {
        if (!named) agents.rememberBody(turn, last)
        return sendNow(last, sent, () => {
          const decoded = turn.wire.codec.decode(turn.request)
          if (!named) agents.rememberMessages(last, decoded.messages)
          return decoded
        })
      }
    }
    const decoded = turn.wire.codec.decode(turn.request)
    const { messages } = decoded
    const about = aside ?? saidAside(turn, decoded)
    if (about) return about === 'other' ? 'side' : placeQuestion(turn, sender, messages, about)
    const known = named ? undefined : await agents.find(messages, sender)
    if (isBeside(turn, decoded, { named, agent: known })) return 'side'
    const agent = named
      ? await agents.named(named, sender, messages)
      : (known ?? (await agents.find(messages, sender, { begin: true })))
    if (!agent) return 'side'
    agent.hasTools ||= turn.wire.hasTools(turn.request)
    if (!named) agents.rememberBody(turn, agent)
    await agent.later?.()
    return { agent, sentBody: await planTurn(agent, { ...turn, decoded }, options) }
  }

  /** Undefined: it is read first. */
  async function placeUnread(turn: UnreadTurn, sender: Sender): Promise<Placed | undefined> {
    const { headers, session } = sender
    const named = namedSession(headers, session)
    if (!named || namedAside(headers)) return undefined
    const fits = (known?: Agent) =>
      known && (known.planned > 0 || !known.last?.isUnread) ? mayGoOn(known, turn.bytes) : mayStart(turn.bytes, options)
    const agent = await within(UNREAD_MS, agents.unread(named, sender, fits))
    // Memory, markers or passes may want to see a new conversation first.
    const isCalm = agent && (agent.last !== undefined || agent.session.mayAppend(0))
    if (!isCalm) return undefined
    const spare = agent.last ? agent.last.spare - (turn.bytes.length - agent.last.turn.bytes.length) : Infinity
    return sendNow(agent, { turn, spare, isUnread: true }, () => {
      if (!turn.isTurn()) return 'other'
      const decoded = turn.wire.codec.decode(turn.request)
      return saidAside(turn, decoded) ?? (isBeside(turn, decoded, { named }) ? 'other' : decoded)
    })
  }

  async function placeQuestion(
    turn: Turn,
    sender: Sender,
    messages: readonly Message[],
    about: Aside,
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

  /** Send now, plan afterwards. `read`: may find that it is none of the conversation. */
  function sendNow(agent: Agent, sent: SentRequest, read: () => Decoded | Aside): Placed {
    const { turn, isUnread } = sent
    const { last } = agent
    const mine = ++agent.turn
    const sentBody = sentBodyOf(sent)
    const placed: Placed = { agent, sentBody, ...(isUnread && { isStandIn: true }) }
    agent.last = sent
    const run = postpone(agent, async () => {
      const planned = await problems.safely(() => within(timeoutFor(turn.bytes.length), plan()))
      // A newer turn is out: its own plan tells what the session shows.
      if (mine !== agent.turn || !agent.last) return
      const shown = placed.about ? last : sent
      if (planned && sentBodyOf(planned) === sentBody) agent.last = planned
      else if (shown) agent.last = { ...shown, isStale: true }
      else delete agent.last
    })
    background.add(run)
    return placed

    async function plan(): Promise<SentRequest | undefined> {
      const decoded = read()
      if (typeof decoded !== 'string') return planRequest(agent, { ...turn, decoded }, options)
      placed.about = decoded
      delete agent.reply
      return undefined
    }
  }
}
