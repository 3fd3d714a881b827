import type { Millis } from '../../model/json.ts'
import { refusal, type AccessOptions } from './access.ts'
import { bodies } from './bodies.ts'
import { namedSession, programOf } from './clients.ts'
import { textOf, unpacked } from './encoding.ts'
import type { Turn } from './manage.ts'
import { managerOf, messageOf, type Begun, type ManagerOptions, type Sender } from './manager.ts'
import { joined, routeOf, type Route } from './route.ts'
import { socketOf, type SocketPlan } from './socket.ts'
import type { GatewayStatus } from './status.ts'
import { fetchUpstream, onward, type Outgoing, type Upstream } from './upstream.ts'
import { handedOn, watched } from './watch.ts'
import type { GatewayWire, Kind } from './wires/wire.ts'
import { anthropicWire } from './wires/anthropic.ts'
import { chatWire } from './wires/chat.ts'
import { geminiWire } from './wires/gemini.ts'
import { responsesWire } from './wires/responses.ts'

export { writeBehind, type BehindLog } from './behind.ts'
export type { SocketPlan, SocketTurns, Wired } from './socket.ts'
export type { GatewayStatus, SessionStatus } from './status.ts'
export type { Outgoing, Upstream } from './upstream.ts'
export { LARGEST_WINDOW, windowOf } from './windows.ts'

export type GatewayOptions = ManagerOptions &
  AccessOptions & {
    /** Base URLs by wire name (`anthropic`, `openai-chat`, …), and any other name for `/to/<name>/…`. */
    readonly upstreams?: Readonly<Record<string, string>>
    readonly upstream?: Upstream
    /** How long a stream may be silent before the client is told that it lives. Default 15 seconds. */
    readonly pingMs?: Millis
  }

export type Gateway = {
  fetch(request: Request): Promise<Response>
  /** What to do with a client that wants a websocket; a response: it is refused. */
  socket(request: Request): SocketPlan | Response
  status(): Promise<GatewayStatus>
}

/** The order matters for requests that are no turns: the first that claims one gets it. */
const WIRES: readonly GatewayWire[] = [anthropicWire, geminiWire, responsesWire, chatWire]

const STATUS_PATH = '/daypack/status'
/** What a provider may say of a request that was changed on its way, and would not say of the original. */
const REFUSED = [400, 413, 422]

/** Sits between agents and their providers: conversations stay inside the window, everything else passes as it is. */
export function createGateway(options: GatewayOptions): Gateway {
  const { upstream = fetchUpstream, upstreams = {}, pingMs = 15_000 } = options
  const manager = managerOf(options)
  const read = bodies()

  return {
    async fetch(request) {
      const way = wayOf(request)
      if (way instanceof Response) return way
      try {
        return await answer(request, way)
      } catch (error) {
        if (request.signal.aborted) return failure(499, 'The client left.')
        return failure(502, `The provider at ${new URL(way.url).host} could not be reached: ${messageOf(error)}`)
      }
    },
    socket(request) {
      const way = wayOf(request)
      if (way instanceof Response) return way
      const { wire } = way
      const frames = wire?.frames
      return {
        url: way.url.replace(/^http/, 'ws'),
        headers: onward(request.headers),
        turns: frames && ((wired) => socketOf({ wire, frames, manager, sender: way.sender }, wired)),
      }
    },
    status: () => manager.status(),
  }

  async function answer(request: Request, { url, wire, kind, route, sender }: Way): Promise<Response> {
    if (route.path === STATUS_PATH) return Response.json(await manager.status())
    const bytes = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    const out: Outgoing = {
      url,
      method: request.method,
      headers: onward(request.headers),
      signal: request.signal,
      ...(bytes && bytes.length > 0 && { body: bytes }),
    }
    const turn = wire && bytes && kind !== 'other' ? await turnIn(wire, bytes, request.headers, route) : undefined
    if (!turn) return passed(out)
    if (kind === 'count') {
      const text = await manager.counted(turn, sender)
      return passed(text === undefined ? out : written(out, text, turn.text))
    }
    const begun = await manager.begin(turn, sender)
    if (!begun) return passed(out)
    const response = await exchanged(turn, begun, out)
    return response.ok ? watched(response, turn.wire, { pingMs, record: begun.record }) : handedOn(response)
  }

  /** Send, and where the provider refuses what we made, once more as it can be mended. */
  async function exchanged(turn: Turn, begun: Begun, out: Outgoing): Promise<Response> {
    const response = await upstream(written(out, begun.went, turn.text))
    if (!REFUSED.includes(response.status)) return response
    const plain = unpacked(response)
    const { status, headers } = plain
    const said = await plain.text()
    const next = await manager.mended(turn, begun, { status, said })
    return next === undefined ? new Response(said, { status, headers }) : upstream(written(out, next, turn.text))
  }

  async function passed(out: Outgoing): Promise<Response> {
    manager.passed()
    return handedOn(await upstream(out))
  }

  /** The turn in a body; undefined when it is none that could be managed. */
  async function turnIn(
    wire: GatewayWire,
    bytes: Uint8Array,
    headers: Headers,
    route: Route,
  ): Promise<Turn | undefined> {
    const text = await textOf(bytes, headers.get('content-encoding'))
    if (text === undefined) return undefined
    const body = read(namedSession(headers, route.session)?.id ?? `${programOf(headers)} ${route.path}`, text)
    if (!body || wire.isHeld(body.request) || !Array.isArray(body.request[wire.list])) return undefined
    return { wire, text, body, request: wire.read(body.request, route.path) }
  }

  /** Where a request goes; a response: nowhere. */
  function wayOf(request: Request): Way | Response {
    const route = routeOf(request.url)
    const refused = refusal(request.headers, route.token, options)
    if (refused !== undefined) return failure(403, refused)
    const found = wireFor(route.path, request.headers)
    const base = baseOf(route, found?.wire)
    if (base === undefined && route.path !== STATUS_PATH)
      return failure(404, `Nothing is known about ${route.path}: name where it goes with /to/<url>/…`)
    const sender: Sender = { headers: request.headers, session: route.session }
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
  const error = { type: 'api_error', message: `daypack: ${message}`, code: null }
  return Response.json({ type: 'error', error }, { status })
}
