import type { Daypack } from '../../daypack.ts'
import type { Millis, Tokens } from '../../model/json.ts'
import { readBody } from '../../wire/body.ts'
import { settle } from '../support/settle.ts'
import { refusal, type AccessOptions } from './access.ts'
import { asSent } from './aside.ts'
import { namedSession, programOf } from './clients.ts'
import { textOf, unpacked } from './encoding.ts'
import { lanesOf, type Lane } from './lanes.ts'
import { patience, within } from './limit.ts'
import { bared, manage, manageAgain, type ManageOptions, type Turn } from './manage.ts'
import { joined, routeOf, type Route } from './route.ts'
import { isSide } from './side.ts'
import { sessionStatus, type GatewayStatus } from './status.ts'
import { fetchUpstream, onward, type Outgoing, type Upstream } from './upstream.ts'
import { handedOn, watched } from './watch.ts'
import type { GatewayWire, Kind } from './wires/wire.ts'
import { anthropicWire } from './wires/anthropic.ts'
import { chatWire } from './wires/chat.ts'
import { geminiWire } from './wires/gemini.ts'
import { responsesWire } from './wires/responses.ts'

export type { GatewayStatus, SessionStatus } from './status.ts'
export type { Outgoing, Upstream } from './upstream.ts'
export { LARGEST_WINDOW, windowOf } from './windows.ts'

export type GatewayOptions = AccessOptions & {
  /** Undefined: everything passes as it came. */
  readonly pack: Daypack | undefined
  /** The pack's own window holds for every model. Otherwise each session has that of its model. */
  readonly window?: Tokens
  /** Base URLs by wire name (`anthropic`, `openai-chat`, …), and any other name for `/to/<name>/…`. */
  readonly upstreams?: Readonly<Record<string, string>>
  readonly upstream?: Upstream
  /** How long a stream may be silent before the client is told that it lives. Default 15 seconds. */
  readonly pingMs?: Millis
  /** Told once of each kind of trouble. */
  readonly onProblem?: (problem: string) => void
  readonly now?: () => Millis
}

export type Gateway = {
  fetch(request: Request): Promise<Response>
  status(): Promise<GatewayStatus>
}

/** The order matters for requests that are no turns: the first that claims one gets it. */
const WIRES: readonly GatewayWire[] = [anthropicWire, geminiWire, responsesWire, chatWire]

export const STATUS_PATH = '/daypack/status'

/** Sits between agents and their providers: conversations stay inside the window, everything else passes as it is. */
export function createGateway(options: GatewayOptions): Gateway {
  const { pack, upstream = fetchUpstream, upstreams = {}, pingMs = 15_000, now = Date.now } = options
  const lanes = pack && lanesOf(pack)
  const since = now()
  const problems = new Set<string>()
  const counts = { passed: 0, failedOpen: 0 }
  const managing: ManageOptions = {
    onProblem: tell,
    ...(options.window !== undefined && { window: options.window }),
  }

  return { fetch: answer, status }

  async function answer(request: Request): Promise<Response> {
    const route = routeOf(request.url)
    const refused = refusal(request.headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    if (route.path === STATUS_PATH) return Response.json(await status())
    const found = wireFor(route.path, request.headers)
    const base = baseOf(route, found?.wire)
    if (base === undefined)
      return failure(404, `Nothing is known about ${route.path}: name where it goes with /to/<url>/…`)
    const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    const out: Outgoing = {
      url: joined(base, route.path, route.search),
      method: request.method,
      headers: onward(request.headers),
      signal: request.signal,
      ...(bytes && bytes.length > 0 && { body: bytes }),
    }
    try {
      if (!found || found.kind === 'other' || !bytes || !lanes) return await passed(out)
      const text = await textOf(bytes, request.headers.get('content-encoding'))
      const read = text === undefined ? undefined : readBody(text)
      if (text === undefined || !read || found.wire.isHeld(read.request)) return await passed(out)
      if (!Array.isArray(read.request[found.wire.list])) return await passed(out)
      const turn: Turn = { wire: found.wire, text, body: read, request: found.wire.read(read.request, route.path) }
      if (found.kind === 'count') return await counted(turn, request, route, out)
      return await managed(turn, request, route, out)
    } catch (error) {
      if (request.signal.aborted) return failure(499, 'The client left.')
      return failure(502, `The provider at ${new URL(base).host} could not be reached: ${messageOf(error)}`)
    }
  }

  async function managed(turn: Turn, request: Request, route: Route, out: Outgoing): Promise<Response> {
    const began = await safely(() => within(patience(turn.text.length), prepare(turn, request, route)))
    if (!began) counts.failedOpen++
    if (!began || began === 'side') return passed(out)
    const { lane, went } = began
    lane.tally.requests++
    const mine = lane.turn
    const response = await exchanged(lane, turn, went, out)
    if (!response.ok) return handedOn(response)
    lane.tally.open++
    return watched(response, turn.wire, {
      pingMs,
      // Queued in the session before the client sees the end: its next request finds it there.
      record: (reply) => void (mine === lane.turn && settle(lane.session, turn.wire.codec, reply)),
      done: () => void lane.tally.open--,
    })
  }

  /** The lane of a turn and the text to send; undefined when it took too long, `side` when it is no turn. */
  async function prepare(turn: Turn, request: Request, route: Route): Promise<{ lane: Lane; went: string } | 'side'> {
    const named = namedSession(request.headers, route.session)
    const decoded = turn.wire.codec.decode(turn.request)
    const program = programOf(request.headers)
    const known = named ? undefined : await lanes?.found(decoded.messages, program, false)
    if (isSide(turn.wire, turn.request, decoded, { named, lane: known })) return 'side'
    const lane = named ? await lanes?.named(named) : (known ?? (await lanes?.found(decoded.messages, program, true)))
    if (!lane) return 'side'
    lane.hasTools ||= turn.wire.hasTools(turn.request)
    return { lane, went: await manage(lane, turn, managing) }
  }

  /** Send, and where the provider refuses what we made, mend it once: too long, reasoning out of place, anything else. */
  async function exchanged(lane: Lane, turn: Turn, went: string, out: Outgoing): Promise<Response> {
    const response = await upstream(written(out, went, turn.text))
    if (![400, 413, 422].includes(response.status)) return response
    const refused = unpacked(response)
    const said = await refused.text()
    const next = (await safely(() => mended(lane, turn, went, { status: response.status, said }))) ?? turn.text
    if (next !== went) {
      tell(`${turn.wire.name}: a request was refused (${said.slice(0, 200)}), and sent again`)
      return upstream(written(out, next, turn.text))
    }
    return new Response(said, { status: refused.status, headers: refused.headers })
  }

  async function mended(
    lane: Lane,
    turn: Turn,
    went: string,
    { status, said }: { status: number; said: string },
  ): Promise<string | undefined> {
    if (turn.wire.isReasoningRefusal(said)) return bared(lane, turn, went)
    if (await lane.session.overflow({ status, message: said })) return manageAgain(lane, turn, managing)
    return undefined
  }

  /** How large is the conversation? Asked of what is really sent. */
  async function counted(turn: Turn, request: Request, route: Route, out: Outgoing): Promise<Response> {
    const next = await safely(async () => {
      const named = namedSession(request.headers, route.session)
      const { messages } = turn.wire.codec.decode(turn.request)
      const lane = named ? await lanes?.named(named) : await lanes?.found(messages, programOf(request.headers), false)
      if (!lane) return undefined
      lane.tally.asides++
      const list = asSent(turn.body.request[turn.wire.list] as never, lane.last)
      return list && turn.body.write({ ...turn.body.request, [turn.wire.list]: list })
    })
    return passed(next === undefined ? out : written(out, next, turn.text))
  }

  async function passed(out: Outgoing): Promise<Response> {
    counts.passed++
    return handedOn(await upstream(out))
  }

  function baseOf(route: Route, wire: GatewayWire | undefined): string | undefined {
    const { to } = route
    if (to !== undefined) return upstreams[to] ?? (URL.canParse(to) && /^https?:/.test(to) ? to : undefined)
    return wire && (upstreams[wire.name] ?? wire.upstream)
  }

  /** What goes wrong here is told, once, and stops nothing. */
  async function safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      tell(error)
      return undefined
    }
  }

  function tell(problem: unknown): void {
    const text = messageOf(problem)
    if (problems.has(text) || problems.size > 100) return
    problems.add(text)
    options.onProblem?.(text)
  }

  async function status(): Promise<GatewayStatus> {
    const sessions = []
    for (const lane of (await lanes?.open()) ?? []) {
      if (lane.tally.requests > 0) sessions.push(await sessionStatus(lane))
    }
    return { since, ...counts, problems: [...problems], sessions }
  }
}

function wireFor(path: string, headers: Headers): { wire: GatewayWire; kind: Kind } | undefined {
  const claims = WIRES.flatMap((wire) => {
    const kind = wire.kind(path, headers)
    return kind ? [{ wire, kind }] : []
  })
  return claims.find(({ kind }) => kind !== 'other') ?? claims[0]
}

/** The request with this body; the bytes that came, when it is the text that came. */
function written(out: Outgoing, text: string, came: string): Outgoing {
  const headers = new Headers(out.headers)
  headers.set('accept-encoding', 'identity')
  if (text === came) return { ...out, headers }
  headers.delete('content-encoding')
  return { ...out, headers, body: text }
}

/** In the form that the clients of every wire can read. */
function failure(status: number, message: string): Response {
  return Response.json(
    { type: 'error', error: { type: 'api_error', message: `daypack: ${message}`, code: null } },
    { status },
  )
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
