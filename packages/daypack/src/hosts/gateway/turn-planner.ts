import { inspect } from 'node:util'
import type { Daypack } from '../../daypack.ts'
import type { Scope } from '../../memory/index.ts'
import type { Json, JsonObject, Millis, Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Models } from '../../tokens/models.ts'
import { recordReply } from '../support/record-reply.ts'
import { asSent } from './aside.ts'
import { namedAside, namedSession, programOf } from './clients.ts'
import { holdsNewest } from './found.ts'
import { lanesOf, type EpochNotice, type Lane, type Sent } from './lanes.ts'
import { patience, within } from './limit.ts'
import {
  dropReasoning,
  listOf,
  lowerOutput,
  planTurn,
  planRequest,
  prepareRequest,
  windowFor,
  type TurnOptions,
  type Turn,
  type SentBody,
} from './plan-turn.ts'
import { goesOn } from './onward.ts'
import { outputFitting } from './reserve.ts'
import { isSide, isSummary } from './side.ts'
import { sessionStatus, type GatewayStatus } from './status.ts'
import { keepSummary, listIn, quotedOf, summaryRequest } from './summary.ts'
import type { Who } from './scope.ts'
import type { Fields } from './upstream.ts'
import type { GatewayWire } from './wires/wire.ts'

export type PlannerOptions = {
  /** Undefined: everything passes as it came. */
  readonly pack: Daypack | undefined
  /** The same window for every model, instead of the model's own. */
  readonly window?: Tokens
  /** `apart`: each sender has sessions and notes of their own. Default: one person uses it, unless there are `people`. */
  readonly users?: 'apart'
  /** Models the registry does not know, or knows wrongly. */
  readonly models?: Models
  /** Told once of each kind of trouble. */
  readonly onProblem?: (problem: string) => void
  readonly now?: () => Millis
  /** Told of each epoch: the one moment when what was sent before is told anew. */
  readonly onEpoch?: (epoch: EpochNotice) => void
}

export type Sender = Who & { readonly headers: Fields; readonly session?: string | undefined }

/** Where a turn belongs and what is sent for it. `isSummary`: it asks about the conversation, and is no part of it. */
type Placed = { readonly lane: Lane; readonly sentBody: SentBody; readonly isSummary?: true }

type Refused = { readonly status: number; readonly said: string }

export type Started = {
  readonly lane: Lane
  readonly sentBody: SentBody
  /** It was not planned in time: something stands in for what would have gone. */
  readonly isInstead?: true
  readonly isSummary?: true
  readonly list: readonly Json[]
  readonly record: (reply: JsonObject) => void
  readonly over: () => void
}

const SOON_MS: Millis = 100
const LONGER_MS: Millis = 50_000
/** At least so many, where it matters that it is not too few: less than a token usually has. */
const CHARS_PER_TOKEN = 3
const MOST_SAID = 500
/** For the request to be on its way: what it says is written down while the provider reads it. */
const PAUSE_MS: Millis = 5

/** What the gateway does with turns, whatever they come over. Nothing of it throws, and nothing takes for ever. */
export function turnPlanner(options: PlannerOptions) {
  const { pack, now = Date.now } = options
  const lanes = pack && lanesOf(pack, options.onEpoch)
  const since = now()
  const problems = new Set<string>()
  const counts = { passed: 0, failedOpen: 0 }
  const planOptions: TurnOptions = {
    onProblem: tell,
    ...(options.window !== undefined && { window: options.window }),
    ...(options.models && { models: options.models }),
  }

  return { start, mend, count, status, tell, passed: () => void counts.passed++ }

  /** Undefined: send the bytes that came, because the turn is not ours or something failed. */
  async function start(turn: Turn, sender: Sender, isSummary = false): Promise<Started | undefined> {
    if (!lanes) return undefined
    const limit = patience(turn.body.length)
    const work = placeTurn(turn, sender, isSummary)
    let found = await safely(() => within(limit, work))
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

  function isTooLarge(turn: Turn): boolean {
    return turn.body.length / CHARS_PER_TOKEN > windowFor(turn, planOptions)
  }

  /** The last request as it was sent plus what is new: the whole might exceed the provider's window. */
  async function standIn(
    { wire, body, request }: Turn,
    { headers, session, scope }: Sender,
  ): Promise<Started | undefined> {
    const list = listOf(wire, body.request)
    const name = namedSession(headers, session)?.id
    for (const lane of (await lanes?.again(name, scope, list)) ?? []) {
      if (name === undefined && !holdsNewest(lane, wire.codec.decode(request).messages)) continue
      const short = lane.last?.next && asSent(list, lane.last)
      const sentBody = short && body.write({ ...body.request, [wire.list]: short })
      return { lane, sentBody, isInstead: true, list: short ?? list, record: () => {}, over: () => {} }
    }
    return undefined
  }

  function track(turn: Turn, { lane, sentBody, isSummary }: Placed): Started {
    if (isSummary) {
      lane.tally.asides++
      const record = (reply: JsonObject) => void safely(() => keepSummary(lane, turn.wire, reply))
      return { lane, sentBody, isSummary, list: listIn(sentBody, turn), record, over: () => {} }
    }
    const mine = lane.turn
    lane.tally.requests++
    lane.waiting++
    let isOver = false
    const over = () => {
      if (!isOver) lane.waiting--
      isOver = true
    }
    return {
      lane,
      sentBody,
      list: lane.last?.sentList ?? listOf(turn.wire, turn.body.request),
      over,
      record(reply) {
        over()
        // One that is late belongs to no turn.
        if (mine !== lane.turn) return
        const before = lane.later
        const told = () => safely(async () => settled(lane, turn.wire, reply))
        if (before) void postpone(lane, () => before().then(told))()
        else void told()
      },
    }
  }

  async function placeTurn(turn: Turn, sender: Sender, isAsked: boolean): Promise<Placed | 'side'> {
    const { headers, session, scope } = sender
    const aside = isAsked ? 'summary' : namedAside(headers)
    if (aside === 'other') return 'side'
    const named = namedSession(headers, session)
    const owner = ownerOf(sender)
    const list = listOf(turn.wire, turn.body.request)
    for (const last of aside ? [] : ((await lanes?.again(named?.id, scope, list)) ?? [])) {
      await last.later?.()
      const sent = goesOn(last, turn, named === undefined)
      if (sent) return { lane: last, sentBody: sendFirst(last, turn, sent, !named) }
    }
    const decoded = turn.wire.codec.decode(turn.request)
    const { messages } = decoded
    if (aside === 'summary' || isSummary(turn.wire, turn.request, decoded)) return summarized(turn, sender, messages)
    const known = named ? undefined : await lanes?.found(messages, owner)
    if (isSide(turn.wire, turn.request, decoded, { named, lane: known })) return 'side'
    const lane = named
      ? await lanes?.named(named, sender, messages)
      : (known ?? (await lanes?.found(messages, owner, { begin: true })))
    if (!lane) return 'side'
    lane.hasTools ||= turn.wire.hasTools(turn.request)
    if (!named) lanes?.begins(list[0], lane)
    return { lane, sentBody: await planTurn(lane, { ...turn, decoded }, planOptions) }
  }

  async function summarized(turn: Turn, sender: Sender, messages: readonly Message[]): Promise<Placed | 'side'> {
    const text = quotedOf(turn)
    const quoted = async () => (text === undefined ? undefined : lanes?.quoted(ownerOf(sender), text))
    const lane = (await laneBeside(sender, messages)) ?? (await quoted())
    return lane ? { lane, sentBody: await summary(lane, turn), isSummary: true } : 'side'
  }

  async function summary(lane: Lane, turn: Turn): Promise<SentBody> {
    return pack && summaryRequest(pack, lane, turn, planOptions)
  }

  async function laneBeside(sender: Sender, messages: readonly Message[]): Promise<Lane | undefined> {
    const named = namedSession(sender.headers, sender.session)
    return named ? lanes?.named(named, sender, messages) : lanes?.found(messages, ownerOf(sender), { isBeside: true })
  }

  /** Send now, plan when the provider has it or its answer is there. `isFound`: by what it says. */
  function sendFirst(lane: Lane, turn: Turn, sent: Sent, isFound: boolean): SentBody {
    lane.turn++
    lane.last = sent
    const run = postpone(lane, async () => {
      const limit = patience(turn.body.length)
      const isAsSent = await safely(() => within(limit, planInBackground()))
      if (lane.last && !isAsSent) lane.last = { ...sent, isOff: true }
    })
    setTimeout(() => void run(), PAUSE_MS)
    return sent.sentBody

    async function planInBackground(): Promise<boolean> {
      const decoded = turn.wire.codec.decode(turn.request)
      if (isFound) lanes?.goesOn(lane, decoded.messages, sent.messages.length)
      return (await planRequest(lane, { ...turn, decoded }, planOptions)) === sent.sentBody
    }
  }

  /** Too long: planned again, or the refusal goes on. Otherwise the original: agents know a way out of "too long". */
  async function mend(
    turn: Turn,
    { lane, sentBody, isInstead, isSummary }: Started,
    refused: Refused,
  ): Promise<string | undefined> {
    const { status, said } = refused
    const original = turn.body.text()
    const sent = sentBody ?? original
    const next = await safely(() => within(patience(turn.body.length), again()))
    if (next === undefined || next === sent) return undefined
    tell(`${turn.wire.name}: the provider rejected a request; it was sent again: ${said.slice(0, 200)}`)
    return next

    async function again(): Promise<string> {
      await lane.later?.()
      if (isSummary) return (await askAgain(lane, turn, refused)) ?? original
      if (turn.wire.isReasoningRefusal(said)) return dropReasoning(lane, turn.wire, sent) ?? original
      const output = outputFitting(said)
      const short = output === undefined ? undefined : lowerOutput(lane, sent, output, windowFor(turn, planOptions))
      if (short !== undefined) return short
      const isOverflow = await lane.session.overflow({ status, message: said })
      if (!isOverflow && !isInstead) return original
      const decoded = turn.wire.codec.decode(turn.request)
      return (await prepareRequest(lane, { ...turn, decoded }, planOptions)) ?? original
    }
  }

  async function askAgain(lane: Lane, turn: Turn, { status, said }: Refused): Promise<SentBody> {
    if (turn.wire.isReasoningRefusal(said)) lane.hasNoReasoning = true
    else if (await lane.session.overflow({ status, message: said })) await lane.session.compact()
    else return undefined
    return summary(lane, turn)
  }

  function count(turn: Turn, sender: Sender): Promise<string | undefined> {
    const { wire, body, request } = turn
    const work = async () => {
      const lane = await laneBeside(sender, wire.codec.decode(request).messages)
      if (!lane) return undefined
      lane.tally.asides++
      const list = asSent(listOf(wire, body.request), lane.last)
      return list && body.write({ ...body.request, [wire.list]: list })
    }
    return safely(() => within(patience(body.length), work()))
  }

  async function safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      tell(error)
      return undefined
    }
  }

  function tell(problem: unknown): void {
    const text = messageOf(problem).slice(0, MOST_SAID)
    if (problems.has(text) || problems.size > 100) return
    problems.add(text)
    options.onProblem?.(text)
  }

  /** `home`: of the sessions that lie there alone. */
  async function status(home?: Scope): Promise<GatewayStatus> {
    const windowNamed = (model?: string) => windowFor({ request: model === undefined ? {} : { model } }, planOptions)
    const isShown = (lane: Lane) => lane.tally.requests > 0 && (!home || lane.home?.user === home.user)
    const used = ((await lanes?.open()) ?? []).filter(isShown)
    const found = used.map((lane) => safely(() => sessionStatus(lane, windowNamed, options.models)))
    const sessions = (await Promise.all(found)).filter((one) => one !== undefined)
    const dir = pack?.driver.dir
    return { since, ...counts, problems: [...problems], sessions, ...(dir !== undefined && { dir }) }
  }
}

function ownerOf({ headers, scope, home }: Sender) {
  return { client: programOf(headers), scope, ...(home && { home }) }
}

function settled(lane: Lane, wire: GatewayWire, reply: JsonObject): void {
  const { codec } = wire
  lane.reply = () => codec.reply(reply).messages
  const isWithheld = wire.leavesNames?.(reply) ?? false
  lane.withheld = isWithheld ? codec.reply(reply).messages : []
  void recordReply(lane.session, isWithheld ? billOf(codec) : codec, reply)
}

function postpone(lane: Lane, work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  const run = () =>
    (done ??= work().finally(() => {
      if (lane.later === run) lane.later = undefined
    }))
  lane.later = run
  return run
}

/** Only the bill of a reply: what it says comes with the client's next request. */
function billOf(codec: GatewayWire['codec']): GatewayWire['codec'] {
  return { ...codec, reply: (response: unknown) => ({ ...codec.reply(response), messages: [] }) }
}

export type TurnPlanner = ReturnType<typeof turnPlanner>

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
