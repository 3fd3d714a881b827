import type { Daypack, Json, Millis, Tokens, Models } from 'daypack'
import { BYTES_PER_TOKEN, recordReply, type JsonObject } from 'daypack/internal'
import type { Scope } from 'daypack/memory'
import type { Sender } from '../door/sender.ts'
import { modelOf, postpone, receivedList, sentList } from '../session/agent.ts'
import type { Agent, EpochNotice, Turn } from '../session/agent.ts'
import { agentsOf } from '../session/agents.ts'
import { namedSession } from '../session/clients.ts'
import { holdsNewest } from '../session/find-by-replies.ts'
import { problemLog } from './problems.ts'
import { sessionStatus, type GatewayStatus, type SessionStatus } from '../session/status.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { nextAttempt, type Refusal } from './after-refusal.ts'
import { asSent } from './as-sent.ts'
import { backgroundQueue } from './background.ts'
import { keepSummary, listIn } from './own-compaction.ts'
import { turnPlacer, type Placed } from './place-turn.ts'
import { windowFor, type TurnOptions } from './plan-turn.ts'
import { timeoutFor, within } from './timeout.ts'
import type { UnreadTurn } from './unread.ts'

export type PlannerOptions = {
  /** Undefined: everything passes as it came. */
  readonly pack: Daypack | undefined
  /** The same window for every model, instead of the model's own. */
  readonly window?: Tokens
  /** Models the registry does not know, or knows wrongly. */
  readonly models?: Models
  /** Told once of each kind of trouble. */
  readonly onProblem?: (problem: string) => void
  readonly now?: () => Millis
  /** Told of each epoch: the one moment when what was sent before is told anew. */
  readonly onEpoch?: (epoch: EpochNotice) => void
}

export type Started = Placed & {
  readonly list: () => readonly Json[]
  readonly record: (reply: JsonObject) => void
  readonly over: () => void
}

const SOON_MS: Millis = 100
const LONGER_MS: Millis = 50_000

/** What the gateway does with turns, whatever they come over. Nothing of it throws, and nothing takes for ever. */
export function turnPlanner({ pack, now = Date.now, ...options }: PlannerOptions) {
  const problems = problemLog(options.onProblem)
  const { tell, safely } = problems
  const turnOptions: TurnOptions = { ...options, onProblem: tell }
  const background = backgroundQueue()
  const whenQuiet = (work: () => Promise<void>) => background.add(work)
  const agents = pack && agentsOf(pack, { describe, onEpoch: options.onEpoch, whenQuiet })
  const placer = pack && agents && turnPlacer({ pack, agents, options: turnOptions, problems, background })
  const since = now()
  const counts = { passed: 0, failedOpen: 0 }
  let starting = 0

  const { noteActivity, settle } = background
  return {
    start,
    startUnread,
    mend,
    count,
    status,
    tell,
    noteActivity,
    settle,
    passed: () => void counts.passed++,
  }

  /** Undefined: send the bytes that came, because the turn is not ours or something failed. */
  async function start(turn: Turn, sender: Sender, isSummary = false): Promise<Started | undefined> {
    if (!placer) return undefined
    // Waiting for others is no hanging, up to a point.
    const limit = Math.min(timeoutFor(turn.bytes.length) * ++starting, LONGER_MS)
    const work = placer.place(turn, sender, isSummary)
    let found = await safely(() => within(limit, work))
    starting--
    const instead = found ? undefined : await safely(() => within(SOON_MS, standIn(turn, sender)))
    if (!found && instead?.sentBody === undefined && isTooLarge(turn))
      found = await safely(() => within(LONGER_MS, work))
    if (found === 'side') return undefined
    if (found) return track(turn, found)
    counts.failedOpen++
    const how = instead?.sentBody === undefined ? 'unchanged' : 'as the one before it did, with what is new behind it'
    tell(`Daypack failed on a request or took longer than ${Math.round(limit)} ms; the request went out ${how}.`)
    return instead
  }

  /** Before it is read, where that is certain to do no harm; undefined: it is read first. */
  function startUnread(turn: UnreadTurn, sender: Sender): Promise<Started | undefined> {
    return safely(async () => {
      if (!placer) return undefined
      const placed = await placer.placeUnread(turn, sender)
      return placed && track(turn, placed)
    })
  }

  function isTooLarge(turn: Turn): boolean {
    return turn.bytes.length / BYTES_PER_TOKEN > windowFor(modelOf(turn.request), turnOptions)
  }

  /** The last request as it was sent plus what is new: the whole might exceed the provider's window. */
  async function standIn(turn: Turn, { headers, session, scope }: Sender): Promise<Started | undefined> {
    const { wire, body, request } = turn
    const list = receivedList(turn)
    const name = namedSession(headers, session)?.id
    const agent = await agents?.recent(name, scope, turn)
    if (!agent || (name === undefined && !holdsNewest(agent, wire.codec.decode(request).messages))) return undefined
    const short = agent.last?.next && asSent(list, agent.last)
    const sentBody = short && body.write({ ...body.request, [wire.list]: short })
    return { agent, sentBody, isStandIn: true, list: () => short ?? list, record: () => {}, over: () => {} }
  }

  function track(turn: Turn, placed: Placed): Started {
    const { agent, sentBody } = placed
    const keep = async (reply: JsonObject) => {
      if (placed.about === 'summary') await keepSummary(agent, turn.wire, reply)
      else if (!placed.about) recordInto(agent, turn.wire, reply)
    }
    if (placed.about) {
      agent.tally.asides++
      const record = (reply: JsonObject) => void safely(() => keep(reply))
      return Object.assign(placed, { list: () => listIn(sentBody, turn), record, over: () => {} })
    }
    const mine = agent.turn
    agent.usedAt = performance.now()
    agent.tally.requests++
    agent.waiting++
    let isOver = false
    const over = () => {
      if (!isOver) agent.waiting--
      isOver = true
    }
    return Object.assign(placed, {
      list: () => (agent.last ? sentList(agent.last) : receivedList(turn)),
      over,
      record(reply: JsonObject) {
        over()
        // One that is late belongs to no turn.
        if (mine !== agent.turn) return
        if (!placed.about) agent.reply = () => turn.wire.codec.reply(reply).messages
        // At once: the next request is recognised by it, whenever it gets into the log.
        if (agent.isUnnamed) agents?.rememberMessages(agent, agent.reply?.() ?? [])
        const record = () => safely(() => keep(reply))
        if (agent.later) background.add(postpone(agent, record))
        else void record()
      },
    })
  }

  /** What to send in place of a refused request; undefined: the refusal goes on to the agent. */
  async function mend(turn: Turn, started: Started, refusal: Refusal): Promise<string | undefined> {
    if (!pack) return undefined
    const work = () => within(timeoutFor(turn.bytes.length), nextAttempt(pack, turn, started, refusal, turnOptions))
    const next = await safely(work)
    if (next === undefined || next === (started.sentBody ?? turn.body.text())) return undefined
    tell(`${turn.wire.name}: the provider rejected a request; it was sent again: ${refusal.said.slice(0, 200)}`)
    return next
  }

  function count(turn: Turn, sender: Sender): Promise<string | undefined> {
    const { wire, body, request } = turn
    const work = async () => {
      const agent = await placer?.findAskedAbout(sender, wire.codec.decode(request).messages)
      if (!agent) return undefined
      agent.tally.asides++
      const list = asSent(receivedList(turn), agent.last)
      return list && body.write({ ...body.request, [wire.list]: list })
    }
    return safely(() => within(timeoutFor(body.length), work()))
  }

  function describe(agent: Agent): Promise<SessionStatus | undefined> {
    return safely(() => sessionStatus(agent, (model) => windowFor(model, turnOptions), options.models))
  }

  /** `home`: of the sessions that lie there alone. */
  async function status(home?: Scope): Promise<GatewayStatus> {
    const isShown = (one: Pick<Agent, 'tally' | 'home'>) =>
      one.tally.requests > 0 && (!home || one.home?.user === home.user)
    const awake = ((await agents?.open()) ?? []).filter(isShown)
    const resting = (agents?.resting() ?? []).filter(isShown).map((one) => one.status)
    const described = (await Promise.all(awake.map(describe))).filter((one) => one !== undefined)
    const sessions = [...resting, ...described]
    const dir = pack?.driver.dir
    const unwritten = pack?.driver.unwritten?.()
    return {
      since,
      ...counts,
      problems: problems.all(),
      sessions,
      ...(unwritten && { unwritten }),
      ...(dir !== undefined && { dir }),
    }
  }
}

export type TurnPlanner = ReturnType<typeof turnPlanner>

function recordInto(agent: Agent, wire: GatewayWire, reply: JsonObject): void {
  const { codec } = wire
  const isWithheld = wire.leavesNames?.(reply) ?? false
  agent.withheld = isWithheld ? codec.reply(reply).messages : []
  void recordReply(agent.session, isWithheld ? billOf(codec) : codec, reply)
}

/** Only the bill of a reply: what it says comes with the client's next request. */
function billOf(codec: GatewayWire['codec']): GatewayWire['codec'] {
  return { ...codec, reply: (response: unknown) => ({ ...codec.reply(response), messages: [] }) }
}
