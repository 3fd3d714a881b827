import { isDaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { refusal, type AccessOptions } from './access.ts'
import { bodies } from './bodies.ts'
import { namedSession, programOf } from './clients.ts'
import { plainOf, unpacked, wholeOf } from './encoding.ts'
import type { Turn, Went } from './manage.ts'
import { managerOf, messageOf, type Begun, type ManagerOptions, type Sender } from './manager.ts'
import { joined, routeOf, type Route } from './route.ts'
import { socketOf, type SocketPlan } from './socket.ts'
import type { GatewayStatus } from './status.ts'
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
import { anthropicWire } from './wires/anthropic.ts'
import { chatWire } from './wires/chat.ts'
import { geminiWire } from './wires/gemini.ts'
import { responsesWire } from './wires/responses.ts'

export type { SocketPlan, SocketTurns, Wired } from './socket.ts'
export type { GatewayStatus, SessionStatus } from './status.ts'
export type { Answer, Fields, Incoming, Outgoing, Upstream } from './upstream.ts'

export type GatewayOptions = ManagerOptions &
  AccessOptions & {
    /** Base URLs by wire name (`anthropic`, `openai-chat`, …), and any other name for `/to/<name>/…`. */
    readonly upstreams?: Readonly<Record<string, string>>
    readonly upstream?: Upstream
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

/** The order matters for requests that are no turns: the first that claims one gets it. */
const WIRES: readonly GatewayWire[] = [anthropicWire, geminiWire, responsesWire, chatWire]

const STATUS_PATH = '/daypack/status'
/** What a provider may say of a request that was changed on its way, and would not say of the original. */
const REFUSED = [400, 413, 422]

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
  const manager = managerOf(options)
  const read = bodies()

  return {
    fetch: (request) => overFetch(request, handle),
    handle,
    socket({ url, headers }) {
      const way = wayOf(url, headers)
      if ('status' in way) return way
      const { wire } = way
      const frames = wire?.frames
      return {
        url: way.url.replace(/^http/, 'ws'),
        headers: onward(headers),
        turns: frames && ((wired) => socketOf({ wire, frames, manager, sender: way.sender }, wired)),
      }
    },
    status: () => manager.status(),
  }

  async function handle(incoming: Incoming): Promise<Answer> {
    const way = wayOf(incoming.url, incoming.headers)
    if ('status' in way) return way
    try {
      return await answer(incoming, way)
    } catch (error) {
      if (incoming.signal.aborted) return failure(499, 'The client left.')
      if (isDaypackError(error) && error.code === 'unsupported') return failure(413, error.message)
      return failure(502, `The provider at ${new URL(way.url).host} could not be reached: ${messageOf(error)}`)
    }
  }

  async function answer(incoming: Incoming, { url, wire, kind, route, sender }: Way): Promise<Answer> {
    if (route.path === STATUS_PATH) return json(200, await manager.status())
    const { method, headers, body, signal } = incoming
    const bytes = typeof body === 'function' ? await body() : body
    const out: Outgoing = {
      url,
      method,
      headers: onward(headers),
      signal,
      ...(bytes && bytes.length > 0 && { body: bytes }),
    }
    const turn = wire && bytes && kind !== 'other' ? await turnIn(wire, bytes, headers, route) : undefined
    if (!turn) return passed(out)
    if (kind === 'count') {
      const text = await manager.counted(turn, sender)
      return passed(text === undefined ? out : written(out, text))
    }
    const begun = await manager.begin(turn, sender)
    if (!begun) return passed(out)
    const response = await exchanged(turn, begun, out)
    const isFine = response.status >= 200 && response.status < 300
    return isFine ? watched(response, turn.wire, { pingMs, record: begun.record }) : handedOn(response)
  }

  /** Send, and where the provider refuses what we made, once more as it can be mended. */
  async function exchanged(turn: Turn, begun: Begun, out: Outgoing): Promise<Answer> {
    const response = await upstream(written(out, begun.went))
    if (!REFUSED.includes(response.status)) return response
    const plain = unpacked(response)
    const { status, headers } = plain
    const said = await wholeOf(plain)
    const next = await manager.mended(turn, begun, { status, said: said.toString('utf8') })
    if (next === undefined) return { status, headers, body: once(said) }
    return upstream(written(out, next === turn.body.text() ? undefined : next))
  }

  async function passed(out: Outgoing): Promise<Answer> {
    manager.passed()
    return handedOn(await upstream(out))
  }

  /** The turn in a body; undefined when it is none that could be managed. */
  async function turnIn(
    wire: GatewayWire,
    bytes: Uint8Array,
    headers: Fields,
    route: Route,
  ): Promise<Turn | undefined> {
    const plain = await plainOf(bytes, headers['content-encoding'])
    if (plain === undefined) return undefined
    const body = read(namedSession(headers, route.session)?.id ?? `${programOf(headers)} ${route.path}`, plain)
    if (!body || wire.isHeld(body.request) || !Array.isArray(body.request[wire.list])) return undefined
    return { wire, body, request: wire.read(body.request, route.path) }
  }

  /** Where a request goes; an answer: nowhere. */
  function wayOf(url: string, headers: Fields): Way | Answer {
    const route = routeOf(url)
    const refused = refusal(headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    const found = wireFor(route.path, headers)
    const base = baseOf(route, found?.wire)
    if (base === undefined && route.path !== STATUS_PATH)
      return failure(404, `Daypack does not know where ${route.path} goes: name the server with /to/<url>/…`)
    const sender: Sender = { headers, session: route.session }
    return { url: base === undefined ? '' : joined(base, route.path, route.search), route, sender, ...found }
  }

  function baseOf(route: Route, wire: GatewayWire | undefined): string | undefined {
    const { to } = route
    if (to !== undefined) return upstreams[to] ?? (URL.canParse(to) && /^https?:/.test(to) ? to : undefined)
    return wire && (upstreams[wire.name] ?? wire.upstream)
  }
}

type Way = {
  readonly url: string
  readonly route: Route
  readonly sender: Sender
  readonly wire?: GatewayWire
  readonly kind?: Kind
}

function wireFor(path: string, headers: Fields): { wire: GatewayWire; kind: Kind } | undefined {
  let first: { wire: GatewayWire; kind: Kind } | undefined
  for (const wire of WIRES) {
    const kind = wire.kind(path, headers)
    if (kind !== undefined && kind !== 'other') return { wire, kind }
    if (kind) first ??= { wire, kind }
  }
  return first
}

/** The request with this body, or with the bytes that came. */
function written(out: Outgoing, went: Went): Outgoing {
  const headers: Record<string, string> = { ...out.headers, 'accept-encoding': 'identity' }
  if (went === undefined) return { ...out, headers }
  delete headers['content-encoding']
  return { ...out, headers, body: went }
}

/** In the form that the clients of every wire can read. */
function failure(status: number, message: string): Answer {
  const error = { type: 'api_error', message: `daypack: ${message}`, code: null }
  return json(status, { type: 'error', error })
}

function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: once(Buffer.from(JSON.stringify(value))) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
