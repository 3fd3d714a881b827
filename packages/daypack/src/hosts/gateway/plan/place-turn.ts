import type { Daypack } from '../../../daypack.ts'
import type { Message } from '../../../model/message.ts'
import type { BackgroundQueue } from './background.ts'
import { namedAside, namedSession, programOf } from '../session/clients.ts'
import { continueLast, startUnchanged } from './fast-path.ts'
import { postpone, type Lane, type Sent } from '../session/conversation.ts'
import type { Lanes } from '../session/conversations.ts'
import { quotedOf, summaryRequest } from './own-compaction.ts'
import { listOf, planRequest, planTurn, windowFor, type SentBody, type Turn, type TurnOptions } from './plan-turn.ts'
import type { ProblemLog } from '../status/problems.ts'
import { isSide, isSummary } from '../session/side-requests.ts'
import { planQueue, timeoutFor, within } from './timeout.ts'
import type { Sender } from '../door/admit.ts'

/** Where a turn belongs and what is sent for it. `isSummary`: it asks about the conversation, and is no part of it. */
export type Placed = { readonly lane: Lane; readonly sentBody: SentBody; readonly isSummary?: true }

type Parts = {
  readonly pack: Daypack
  readonly lanes: Lanes
  readonly options: TurnOptions
  readonly problems: ProblemLog
  readonly background: BackgroundQueue
}

/** Finds the conversation of a turn and what is sent for it; `side`: it is none of ours. */
export function turnPlacer({ pack, lanes, options, problems, background }: Parts) {
  const queue = planQueue()
  return { place, laneBeside }

  async function place(turn: Turn, sender: Sender, isAsked: boolean): Promise<Placed | 'side'> {
    const { headers, session, scope } = sender
    const aside = isAsked ? 'summary' : namedAside(headers)
    if (aside === 'other') return 'side'
    const named = namedSession(headers, session)
    const list = listOf(turn.wire, turn.body.request)
    for (const last of aside ? [] : await lanes.again(named?.id, scope, list)) {
      const sent =
        continueLast(last, turn, !named) ?? (await last.later?.().then(() => continueLast(last, turn, !named)))
      if (sent) return { lane: last, sentBody: sendFirst(last, turn, sent, !named) }
    }
    const decoded = turn.wire.codec.decode(turn.request)
    const { messages } = decoded
    if (aside === 'summary' || isSummary(turn.wire, turn.request, decoded)) return placeSummary(turn, sender, messages)
    const owner = ownerOf(sender)
    const known = named ? undefined : await lanes.find(messages, owner)
    if (isSide(turn.wire, turn.request, decoded, { named, lane: known })) return 'side'
    const lane = named
      ? await lanes.named(named, sender, messages)
      : (known ?? (await lanes.find(messages, owner, { begin: true })))
    if (!lane) return 'side'
    lane.hasTools ||= turn.wire.hasTools(turn.request)
    if (!named) lanes.rememberStart(list[0], lane)
    const read = { ...turn, decoded }
    const unchanged = startUnchanged(lane, read, windowFor(turn, options))
    if (unchanged) return { lane, sentBody: sendFirst(lane, turn, unchanged, !named) }
    const sentBody = await queue.run(timeoutFor(turn.body.length), () => planTurn(lane, read, options))
    return { lane, sentBody }
  }

  async function placeSummary(turn: Turn, sender: Sender, messages: readonly Message[]): Promise<Placed | 'side'> {
    const text = quotedOf(turn)
    const quoted = async () => (text === undefined ? undefined : lanes.quoted(ownerOf(sender), text))
    const lane = (await laneBeside(sender, messages)) ?? (await quoted())
    return lane ? { lane, sentBody: await summaryRequest(pack, lane, turn, options), isSummary: true } : 'side'
  }

  /** The conversation that a request asks about without going on with it. */
  async function laneBeside(sender: Sender, messages: readonly Message[]): Promise<Lane | undefined> {
    const named = namedSession(sender.headers, sender.session)
    return named ? lanes.named(named, sender, messages) : lanes.find(messages, ownerOf(sender), { isBeside: true })
  }

  /** Send now, plan afterwards. `isFound`: by what it says. */
  function sendFirst(lane: Lane, turn: Turn, sent: Sent, isFound: boolean): SentBody {
    const mine = ++lane.turn
    const remembered = lane.last?.messages.length ?? sent.messages.length
    lane.last = sent
    const run = postpone(lane, async () => {
      const planned = await problems.safely(() => within(timeoutFor(turn.body.length), planInBackground()))
      // A newer turn is out: its own plan tells what the session shows.
      if (mine !== lane.turn || !lane.last) return
      lane.last = planned && planned.sentBody === sent.sentBody ? planned : { ...sent, isOff: true }
    })
    background.add(run)
    return sent.sentBody

    function planInBackground(): Promise<Sent> {
      const decoded = turn.wire.codec.decode(turn.request)
      if (isFound) lanes.rememberMessages(lane, decoded.messages.slice(remembered))
      return planRequest(lane, { ...turn, decoded }, options)
    }
  }
}

function ownerOf({ headers, scope, home }: Sender) {
  return { client: programOf(headers), scope, ...(home && { home }) }
}
