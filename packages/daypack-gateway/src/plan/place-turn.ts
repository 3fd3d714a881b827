import type { Daypack, Message } from 'daypack'
import type { Sender } from '../door/sender.ts'
import { modelOf, postpone, sentBodyOf } from '../session/agent.ts'
import type { Agent, SentBody, SentRequest, Turn } from '../session/agent.ts'
import type { Agents } from '../session/agents.ts'
import { namedAside, namedSession } from '../session/clients.ts'
import { asksAbout, isSide, type About } from '../session/side-requests.ts'
import type { ProblemLog } from './problems.ts'
import type { BackgroundQueue } from './background.ts'
import { continueLast, startUnchanged } from './fast-path.ts'
import { quotedOf, summaryRequest } from './own-compaction.ts'
import { planRequest, planTurn, windowFor, type TurnOptions } from './plan-turn.ts'
import { planQueue, timeoutFor, within } from './timeout.ts'

/** Where a turn belongs and what is sent for it. `about`: it asks about the conversation, and is no part of it. */
export type Placed = { readonly agent: Agent; readonly sentBody: SentBody; readonly about?: About }

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
  return { place, findAskedAbout }

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
    const mine = ++agent.turn
    const sentBody = sentBodyOf(sent)
    const { from, since } = agent.last ?? sent
    const remembered = from + since.length
    agent.last = sent
    if (isFound) agents.rememberBody(turn, agent)
    const run = postpone(agent, async () => {
      const planned = await problems.safely(() => within(timeoutFor(turn.body.length), planInBackground()))
      // A newer turn is out: its own plan tells what the session shows.
      if (mine !== agent.turn || !agent.last) return
      agent.last = planned && sentBodyOf(planned) === sentBody ? planned : { ...sent, isStale: true }
    })
    background.add(run)
    return { agent, sentBody }

    function planInBackground(): Promise<SentRequest> {
      const decoded = turn.wire.codec.decode(turn.request)
      if (isFound) agents.rememberMessages(agent, decoded.messages.slice(remembered))
      return planRequest(agent, { ...turn, decoded }, options)
    }
  }
}
