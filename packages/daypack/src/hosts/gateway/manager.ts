import { inspect } from 'node:util'
import type { Daypack } from '../../daypack.ts'
import type { Json, JsonObject, Millis, Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { Models } from '../../tokens/models.ts'
import { settle } from '../support/settle.ts'
import { asSent } from './aside.ts'
import { namedAside, namedSession, programOf } from './clients.ts'
import { holdsNewest } from './found.ts'
import { lanesOf, type EpochNotice, type Lane, type Sent } from './lanes.ts'
import { patience, within } from './limit.ts'
import {
  bared,
  listOf,
  lowered,
  manage,
  manageAgain,
  managed,
  windowFor,
  type ManageOptions,
  type Turn,
  type Went,
} from './manage.ts'
import { goesOn } from './onward.ts'
import { outputFitting } from './reserve.ts'
import { isSide, isSummary } from './side.ts'
import { sessionStatus, type GatewayStatus } from './status.ts'
import { keepSummary, listIn, quotedOf, summaryRequest } from './summary.ts'
import type { Fields } from './upstream.ts'
import type { GatewayWire } from './wires/wire.ts'

export type ManagerOptions = {
  /** Undefined: everything passes as it came. */
  readonly pack: Daypack | undefined
  /** The same window for every model, instead of the model's own. */
  readonly window?: Tokens
  /** `apart`: each sender, known by their key, has sessions and notes of their own. Default: one person uses it. */
  readonly users?: 'apart'
  /** Models the registry does not know, or knows wrongly. */
  readonly models?: Models
  /** Told once of each kind of trouble. */
  readonly onProblem?: (problem: string) => void
  readonly now?: () => Millis
  /** Told of each epoch: the one moment when what was sent before is told anew. */
  readonly onEpoch?: (epoch: EpochNotice) => void
}

/** Who sends a turn: its headers, the session its path names, and a hash of who it is. */
export type Sender = { readonly headers: Fields; readonly session?: string | undefined; readonly scope?: string }

/** Where a turn belongs and what is sent for it. `isSummary`: it asks about the conversation, and is no part of it. */
type Placed = { readonly lane: Lane; readonly went: Went; readonly isSummary?: true }

type Refused = { readonly status: number; readonly said: string }

/** A turn that is under way: what is sent for it, and where its reply belongs. */
export type Begun = {
  readonly lane: Lane
  readonly went: Went
  /** It was not managed in time: something stands in for what would have gone. */
  readonly isInstead?: true
  /** The agent's own summary of the conversation. */
  readonly isSummary?: true
  /** The conversation in it. */
  readonly list: readonly Json[]
  readonly record: (reply: JsonObject) => void
  /** The exchange has ended, with a reply or without. */
  readonly over: () => void
}

/** How long is looked for something to send instead, when all the patience is gone. */
const SOON_MS: Millis = 100
/** How much longer is waited where the whole would be refused. */
const LONGER_MS: Millis = 50_000
/** At least so many, where it matters that it is not too few: less than a token usually has. */
const CHARS_PER_TOKEN = 3
const MOST_SAID = 500
/** For the request to be on its way: what it says is written down while the provider reads it. */
const PAUSE_MS: Millis = 5

/** What the gateway does with turns, whatever they come over. Nothing of it throws, and nothing takes for ever. */
export function managerOf(options: ManagerOptions) {
  const { pack, now = Date.now } = options
  const lanes = pack && lanesOf(pack, options.onEpoch, options.users === 'apart')
  const since = now()
  const problems = new Set<string>()
  const counts = { passed: 0, failedOpen: 0 }
  const managing: ManageOptions = {
    onProblem: tell,
    ...(options.window !== undefined && { window: options.window }),
    ...(options.models && { models: options.models }),
  }

  return { begin, mended, counted, status, tell, passed: () => void counts.passed++ }

  /**
   * What to send for this turn; undefined: the bytes that came, because it is none of ours or something failed. `isSummary`:
   * its address says that it asks for one.
   */
  async function begin(turn: Turn, sender: Sender, isSummary = false): Promise<Begun | undefined> {
    if (!lanes) return undefined
    const limit = patience(turn.body.length)
    const work = prepared(turn, sender, isSummary)
    let found = await safely(() => within(limit, work))
    const instead = found ? undefined : await safely(() => within(SOON_MS, standIn(turn, sender)))
    if (!found && instead?.went === undefined && isTooLarge(turn)) found = await safely(() => within(LONGER_MS, work))
    if (found === 'side') return undefined
    if (found) return begun(turn, found)
    counts.failedOpen++
    const how = instead?.went === undefined ? 'unchanged' : 'as the one before it did, with what is new behind it'
    tell(`Daypack failed on a request or took longer than ${Math.round(limit)} ms; the request went out ${how}.`)
    return instead
  }

  function isTooLarge(turn: Turn): boolean {
    return turn.body.length / CHARS_PER_TOKEN > windowFor(turn, managing)
  }

  /**
   * For a turn that was not managed: the last one as it went, with what is new behind it, because the whole may be more than
   * the provider takes. Its reply is logged when the client tells it.
   */
  async function standIn(
    { wire, body, request }: Turn,
    { headers, session, scope = '' }: Sender,
  ): Promise<Begun | undefined> {
    const list = listOf(wire, body.request)
    const name = namedSession(headers, session)?.id
    for (const lane of (await lanes?.again(name, scope, list)) ?? []) {
      if (name === undefined && !holdsNewest(lane, wire.codec.decode(request).messages)) continue
      const short = lane.last?.next && asSent(list, lane.last)
      const went = short && body.write({ ...body.request, [wire.list]: short })
      return { lane, went, isInstead: true, list: short ?? list, record: () => {}, over: () => {} }
    }
    return undefined
  }

  function begun(turn: Turn, { lane, went, isSummary }: Placed): Begun {
    if (isSummary) {
      lane.tally.asides++
      const record = (reply: JsonObject) => void safely(() => keepSummary(lane, turn.wire, reply))
      return { lane, went, isSummary, list: listIn(went, turn), record, over: () => {} }
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
      went,
      list: lane.last?.wentList ?? listOf(turn.wire, turn.body.request),
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

  async function prepared(turn: Turn, sender: Sender, isAsked: boolean): Promise<Placed | 'side'> {
    const { headers, session, scope = '' } = sender
    const aside = isAsked ? 'summary' : namedAside(headers)
    if (aside === 'other') return 'side'
    const named = namedSession(headers, session)
    const owner = { client: programOf(headers), scope }
    const list = listOf(turn.wire, turn.body.request)
    for (const last of aside ? [] : ((await lanes?.again(named?.id, scope, list)) ?? [])) {
      await last.later?.()
      const sent = goesOn(last, turn, named === undefined)
      if (sent) return { lane: last, went: ahead(last, turn, sent, !named) }
    }
    const decoded = turn.wire.codec.decode(turn.request)
    const { messages } = decoded
    if (aside === 'summary' || isSummary(turn.wire, turn.request, decoded)) return summarized(turn, sender, messages)
    const known = named ? undefined : await lanes?.found(messages, owner)
    if (isSide(turn.wire, turn.request, decoded, { named, lane: known })) return 'side'
    const lane = named
      ? await lanes?.named(named, scope, messages)
      : (known ?? (await lanes?.found(messages, owner, { begin: true })))
    if (!lane) return 'side'
    lane.hasTools ||= turn.wire.hasTools(turn.request)
    if (!named) lanes?.begins(list[0], lane)
    return { lane, went: await manage(lane, { ...turn, decoded }, managing) }
  }

  async function summarized(turn: Turn, sender: Sender, messages: readonly Message[]): Promise<Placed | 'side'> {
    const quoted = quotedOf(turn)
    const lane =
      (await laneBeside(sender, messages)) ?? (quoted === undefined ? undefined : await laneQuoted(sender, quoted))
    return lane ? { lane, went: await summary(lane, turn), isSummary: true } : 'side'
  }

  async function laneQuoted({ headers, scope = '' }: Sender, text: string): Promise<Lane | undefined> {
    return lanes?.quoted({ client: programOf(headers), scope }, text)
  }

  async function summary(lane: Lane, turn: Turn): Promise<Went> {
    return pack && summaryRequest(pack, lane, turn, managing)
  }

  /** The lane a request asks about. */
  async function laneBeside(sender: Sender, messages: readonly Message[]): Promise<Lane | undefined> {
    const { headers, session, scope = '' } = sender
    const named = namedSession(headers, session)
    return named
      ? lanes?.named(named, scope, messages)
      : lanes?.found(messages, { client: programOf(headers), scope }, { isBeside: true })
  }

  /** Sent at once, and managed when the provider has it or its answer is there. `isFound`: by what it says. */
  function ahead(lane: Lane, turn: Turn, sent: Sent, isFound: boolean): Went {
    lane.turn++
    lane.last = sent
    const run = postpone(lane, async () => {
      const limit = patience(turn.body.length)
      const isAsSent = await safely(() => within(limit, behind()))
      if (lane.last && !isAsSent) lane.last = { ...sent, isOff: true }
    })
    setTimeout(() => void run(), PAUSE_MS)
    return sent.went

    async function behind(): Promise<boolean> {
      const decoded = turn.wire.codec.decode(turn.request)
      if (isFound) lanes?.goesOn(lane, decoded.messages, sent.messages.length)
      return (await managed(lane, { ...turn, decoded }, managing)) === sent.went
    }
  }

  /**
   * What to send instead of what the provider refused: once, and only if it is something else. What is too long is planned
   * again, and where it gets no smaller the refusal goes to the client: the original is longer still. For any other reason
   * the original goes out, even one above the window: "too long", in the provider's words, is what agents know a way out of.
   */
  async function mended(
    turn: Turn,
    { lane, went, isInstead, isSummary }: Begun,
    refused: Refused,
  ): Promise<string | undefined> {
    const { status, said } = refused
    const original = turn.body.text()
    const sent = went ?? original
    const next = await safely(() => within(patience(turn.body.length), again()))
    if (next === undefined || next === sent) return undefined
    tell(`${turn.wire.name}: the provider rejected a request; it was sent again: ${said.slice(0, 200)}`)
    return next

    async function again(): Promise<string> {
      await lane.later?.()
      if (isSummary) return (await askedAgain(lane, turn, refused)) ?? original
      if (turn.wire.isReasoningRefusal(said)) return bared(lane, turn.wire, sent) ?? original
      const output = outputFitting(said)
      const short = output === undefined ? undefined : lowered(lane, sent, output, windowFor(turn, managing))
      if (short !== undefined) return short
      const isOverflow = await lane.session.overflow({ status, message: said })
      if (!isOverflow && !isInstead) return original
      const decoded = turn.wire.codec.decode(turn.request)
      return (await manageAgain(lane, { ...turn, decoded }, managing)) ?? original
    }
  }

  /** A refused summary, asked of a conversation without old reasoning, or one that was made smaller. */
  async function askedAgain(lane: Lane, turn: Turn, { status, said }: Refused): Promise<Went> {
    if (turn.wire.isReasoningRefusal(said)) lane.isBare = true
    else if (await lane.session.overflow({ status, message: said })) await lane.session.compact()
    else return undefined
    return summary(lane, turn)
  }

  /** How large is the conversation? The request to ask about what is really sent; undefined: as it came. */
  function counted(turn: Turn, sender: Sender): Promise<string | undefined> {
    return safely(() => within(patience(turn.body.length), countedIn(turn, sender)))
  }

  async function countedIn({ wire, body, request }: Turn, sender: Sender): Promise<string | undefined> {
    const lane = await laneBeside(sender, wire.codec.decode(request).messages)
    if (!lane) return undefined
    lane.tally.asides++
    const list = asSent(body.request[wire.list] as never, lane.last)
    return list && body.write({ ...body.request, [wire.list]: list })
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

  function windowNamed(model: string | undefined): Tokens {
    return windowFor({ request: model === undefined ? {} : { model } }, managing)
  }

  async function status(): Promise<GatewayStatus> {
    const sessions = []
    for (const lane of (await lanes?.open()) ?? []) {
      const one =
        lane.tally.requests > 0 ? await safely(() => sessionStatus(lane, windowNamed, options.models)) : undefined
      if (one) sessions.push(one)
    }
    const dir = pack?.driver.dir
    return { since, ...counts, problems: [...problems], sessions, ...(dir !== undefined && { dir }) }
  }
}

/** The reply goes into the session, queued there at once: the client's next request finds it. */
function settled(lane: Lane, wire: GatewayWire, reply: JsonObject): void {
  const { codec } = wire
  lane.reply = () => codec.reply(reply).messages
  const isWithheld = wire.leavesNames?.(reply) ?? false
  lane.withheld = isWithheld ? codec.reply(reply).messages : []
  void settle(lane.session, isWithheld ? billOf(codec) : codec, reply)
}

/** Work of a lane that whoever comes next waits for; done once. */
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

export type Manager = ReturnType<typeof managerOf>

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
