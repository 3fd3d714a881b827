import { isDaypackError } from '../../model/errors.ts'
import type { JsonObject, Millis } from '../../model/json.ts'
import { isBrowser, personOf, refusal, type AccessOptions } from './access.ts'
import { failure, json, text } from './answers.ts'
import { bodies } from './bodies.ts'
import { namedSession, programOf } from './clients.ts'
import { peeked, plainOf, unpacked } from './encoding.ts'
import { modelOf, type Turn, type SentBody } from './plan-turn.ts'
import { localModels } from './local-models.ts'
import { MEMORY_PATH, memoryApi, OPENAPI_PATH, openApi } from './memory-api.ts'
import { turnPlanner, messageOf, type Started, type PlannerOptions, type Sender } from './turn-planner.ts'
import { joined, routeOf, type Route } from './route.ts'
import { metricsText } from './metrics.ts'
import { CREDENTIALS, whoSends } from './scope.ts'
import { ownCall } from '../support/own-call.ts'
import { shielded } from './shield.ts'
import { socketOf, type SocketPlan } from './socket.ts'
import type { GatewayStatus } from './status.ts'
import { targetsOf } from './targets.ts'
import { teamOf, type TeamOptions } from './team.ts'
import {
  fetchUpstream,
  onward,
  type Answer,
  type Fields,
  type Incoming,
  type Outgoing,
  type Upstream,
} from './upstream.ts'
import { handedOn, watched } from './watch.ts'
import { overFetch } from './web.ts'
import type { GatewayWire, Kind } from './wires/wire.ts'

export type { SocketPlan, SocketTurns, Wired } from './socket.ts'
export type { EpochNotice } from './lanes.ts'
export type { GatewayStatus, SessionStatus } from './status.ts'
export type { AuditEntry, Person } from './team.ts'
export type { Answer, Fields, Incoming, Outgoing, Upstream } from './upstream.ts'

export type GatewayOptions = PlannerOptions &
  AccessOptions &
  TeamOptions & {
    /** Base URLs by wire name (`anthropic`, `openai-chat`, …), and any other name for `/to/<name>/…`; requests go nowhere else. */
    readonly upstreams?: Readonly<Record<string, string>>
    readonly upstream?: Upstream
    /** Write notes with the session's own model and key, or with the model named. Default: by rules alone, unbilled. */
    readonly ownCalls?: true | string
    /** How long a stream may be silent before the client is told that it lives. Default 15 seconds. */
    readonly pingMs?: Millis
  }

export type Gateway = {
  /** For servers that know the requests of `fetch`. */
  fetch(request: Request): Promise<Response>
  /** The same without the objects of `fetch`, which cost more than the rest of a short turn. Never rejects. */
  handle(incoming: Incoming): Promise<Answer>
  /** What to do with a client that wants a websocket; an answer: it is refused. */
  socket(incoming: Pick<Incoming, 'url' | 'headers'>): SocketPlan | Answer
  status(): Promise<GatewayStatus>
}

const STATUS_PATH = '/daypack/status'
const METRICS_PATH = '/daypack/metrics'
/** Says only that somebody answers: no token is asked. */
const HEALTH_PATH = '/daypack/health'
/** What a provider may say of a request that was changed on its way, and would not say of the original. */
const REFUSED = [400, 413, 422]
/** How much of a refusal is read: its reason stands in the first line. */
const MOST_SAID = 64 * 1024

/**
 * Sits between agents and their providers: conversations stay inside the window, everything else passes as it is.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { createGateway } from 'daypack/hosts/gateway'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const gateway = createGateway({ pack })
 * const answer = await gateway.fetch(new Request('http://127.0.0.1/daypack/status'))
 * if (answer.status !== 200) throw new Error('a fetch handler for your own server')
 * await pack.close()
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { upstream = fetchUpstream, upstreams = {}, pingMs = 15_000 } = options
  const targets = targetsOf(upstreams)
  const local = localModels(options.models ?? {}, (line) => planner.tell(line))
  const planner = turnPlanner({ ...options, models: local.known })
  const read = bodies()
  const team = teamOf(options, options.now ?? Date.now)
  const isApart = options.users === 'apart' || options.people !== undefined

  return {
    fetch: (request) => overFetch(request, handle),
    handle,
    socket({ url, headers }) {
      try {
        const way = wayOf(url, headers)
        if ('status' in way) return way
        const { wire } = way
        const frames = wire?.frames
        return {
          url: way.url.replace(/^http/, 'ws'),
          headers: signed(onward(headers), wire),
          turns: frames && ((wired) => socketOf({ wire, frames, planner, sender: way.sender }, wired)),
        }
      } catch (error) {
        planner.tell(error)
        return failure(500, messageOf(error))
      }
    },
    status: () => planner.status(),
  }

  async function handle(incoming: Incoming): Promise<Answer> {
    if (incoming.url.endsWith(HEALTH_PATH)) return json(200, { ok: true })
    let way: Way | Answer | undefined
    try {
      way = wayOf(incoming.url, incoming.headers)
      const found = 'status' in way ? way : await answer(incoming, way)
      return await shielded(found, failure)
    } catch (error) {
      return shielded(troubleOf(error, incoming, way && 'url' in way ? way.url : ''), failure)
    }
  }

  function troubleOf(error: unknown, { signal }: Incoming, url: string): Answer {
    if (signal.aborted) return failure(499, 'The client left.')
    if (isDaypackError(error) && error.code === 'unsupported') return failure(413, error.message)
    planner.tell(error)
    const where = URL.canParse(url) ? `The provider at ${new URL(url).host} could not be reached` : 'Daypack failed'
    return failure(502, `${where}: ${messageOf(error)}`)
  }

  async function answer(incoming: Incoming, way: Way): Promise<Answer> {
    const { route, person = '' } = way
    if (route.path === STATUS_PATH)
      return json(200, await planner.status(way.person === undefined ? undefined : way.sender.home))
    if (route.path === OPENAPI_PATH) return json(200, openApi)
    if (isMemory(route.path)) return memoryAnswer(incoming, way)
    if (route.path === METRICS_PATH) return text(metricsText(await planner.status(), team.today()))
    const limit = team.limitOf(way.person)
    if (limit !== undefined) {
      team.answered({ person, path: route.path, status: 429 })
      return failure(429, limit)
    }
    const found = await exchange(incoming, way)
    if (!found.isNoted) team.answered({ person, path: route.path, status: found.answer.status })
    return found.answer
  }

  async function exchange(incoming: Incoming, way: Way): Promise<{ answer: Answer; isNoted?: true }> {
    const { url, wire, kind, route, sender } = way
    const { method, headers, body, signal } = incoming
    const bytes = typeof body === 'function' ? await body() : body
    const out: Outgoing = {
      url,
      method,
      headers: signed(onward(headers), wire),
      signal,
      ...(bytes && bytes.length > 0 && { body: bytes }),
    }
    const turn =
      wire && bytes && kind !== 'other'
        ? await turnIn(wire, bytes, sender, route).catch((error: unknown) => planner.tell(error))
        : undefined
    if (!turn) return { answer: await passed(out) }
    if (kind === 'count') {
      const text = await planner.count(turn, sender)
      return { answer: await passed(text === undefined ? out : written(out, text)) }
    }
    if (options.window === undefined) await local.ask(turn, url, headers)
    const started = await planner.start(turn, sender, kind === 'compact')
    if (!started) return { answer: await passed(out) }
    const { over } = started
    signal.addEventListener('abort', over, { once: true })
    const response = await exchanged(turn, started, out).catch((error: unknown) => {
      over()
      throw error
    })
    const isFine = response.status >= 200 && response.status < 300
    if (isFine && options.ownCalls !== undefined) offerModel(turn, started, out, options.ownCalls)
    if (!isFine) {
      over()
      return { answer: handedOn(response) }
    }
    const record = (reply: JsonObject) => {
      started.record(reply)
      noteTurn(way, turn, started, reply)
    }
    const answer = watched(response, turn.wire, { pingMs, record, over, onProblem: planner.tell })
    return { answer, isNoted: true }
  }

  function noteTurn({ route, person = '' }: Way, { wire, request }: Turn, { lane }: Started, reply: JsonObject): void {
    const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = wire.codec.reply(reply).billed ?? {}
    const model = modelOf(request)
    team.answered({
      person,
      path: route.path,
      status: 200,
      isTurn: true,
      session: lane.session.id,
      tokens: input + cacheRead + cacheWrite + output,
      ...(model !== undefined && { model }),
    })
  }

  function signed(headers: Fields, wire: GatewayWire | undefined): Fields {
    const key = wire && options.keys?.[wire.name]
    if (key === undefined) return headers
    const rest = Object.entries(headers).filter(([name]) => !CREDENTIALS.includes(name))
    return { ...Object.fromEntries(rest), ...wire?.keyHeader(key) }
  }

  /** Notes are private: they are shown to nobody without a token, and where users are apart to each their own. */
  async function memoryAnswer({ method, body }: Incoming, { route, person, sender }: Way): Promise<Answer> {
    const { pack, token = person } = options
    if (pack === undefined || token === undefined) return failure(403, 'Memory is served with a token only.')
    const { path, search } = route
    const bytes = typeof body === 'function' ? await body() : body
    const request = { method, path: path.slice(MEMORY_PATH.length), search, body: Buffer.from(bytes ?? []).toString() }
    const { status, value } = await memoryApi(pack, request, sender.home)
    return json(status, value)
  }

  function offerModel({ wire, body, request }: Turn, { lane }: Started, out: Outgoing, ownCalls: true | string): void {
    // Where the path names the model, another request cannot name another one.
    if (modelOf(body.request) === undefined) return
    const { signal: _, ...rest } = out
    const asked = ownCalls === true ? request : { ...request, model: ownCalls }
    const model = ownCall(wire.codec, asked, async (body) => {
      const { status, body: pieces } = unpacked(await upstream(written(rest, body)))
      return new Response(pieces ? ReadableStream.from(pieces) : null, { status })
    })
    if (model) lane.session.offerModel(model)
  }

  async function exchanged(turn: Turn, started: Started, out: Outgoing): Promise<Answer> {
    const response = await upstream(written(out, started.sentBody))
    if (!REFUSED.includes(response.status)) return response
    const { start, answer: refused } = await peeked(unpacked(response), MOST_SAID)
    const next = await planner.mend(turn, started, { status: refused.status, said: start.toString('utf8') })
    if (next === undefined) return refused
    return upstream(written(out, next === turn.body.text() ? undefined : next))
  }

  async function passed(out: Outgoing): Promise<Answer> {
    planner.passed()
    return handedOn(await upstream(out))
  }

  async function turnIn(
    wire: GatewayWire,
    bytes: Uint8Array,
    { headers, scope }: Sender,
    route: Route,
  ): Promise<Turn | undefined> {
    const plain = await plainOf(bytes, headers['content-encoding'])
    if (plain === undefined) return undefined
    const name = namedSession(headers, route.session)?.id ?? `${programOf(headers)} ${route.path}`
    const body = read(`${scope} ${name}`, plain)
    if (!body || wire.isHeld(body.request) || !Array.isArray(body.request[wire.list])) return undefined
    return { wire, body, request: wire.read(body.request, route.path) }
  }

  function wayOf(url: string, headers: Fields): Way | Answer {
    if (isBrowser(headers)) return failure(403, 'Requests from browsers are refused.')
    const route = routeOf(url)
    if (!route) return failure(400, 'The request names no path.')
    const refused = refusal(headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    const found = targets.wireFor(route.path, headers)
    const base = targets.baseOf(route, found?.wire)
    if (base === undefined && !isOurs(route.path) && route.path !== METRICS_PATH)
      return failure(404, targets.unknown(route))
    const person = personOf(headers, route.token, options.people)?.name
    const who = whoSends({ headers, search: route.search, upstream: base ?? '', person, isApart })
    const sender: Sender = { ...who, headers, session: route.session }
    const target = base === undefined ? '' : joined(base, route.path, route.search)
    return { url: target, route, sender, ...(person !== undefined && { person }), ...found }
  }
}

function isMemory(path: string): boolean {
  return path.startsWith(`${MEMORY_PATH}/`)
}

function isOurs(path: string): boolean {
  return path === STATUS_PATH || path === OPENAPI_PATH || isMemory(path)
}

type Way = {
  readonly url: string
  readonly route: Route
  readonly sender: Sender
  readonly person?: string
  readonly wire?: GatewayWire
  readonly kind?: Kind
}

function written(out: Outgoing, sentBody: SentBody): Outgoing {
  const headers: Record<string, string> = { ...out.headers, 'accept-encoding': 'identity' }
  if (sentBody === undefined) return { ...out, headers }
  delete headers['content-encoding']
  return { ...out, headers, body: sentBody }
}
