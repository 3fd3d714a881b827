import { isDaypackError, type Millis, type Billed } from 'daypack'
import type { JsonObject } from 'daypack/internal'
import type { AccessOptions } from './door/access.ts'
import { failure, json } from './http/answers.ts'
import { exchanger } from './relay/exchange.ts'
import { overFetch } from './http/fetch-adapter.ts'
import { localModels } from './relay/local-models.ts'
import { ownEndpoints } from './api/own-endpoints.ts'
import { HEALTH_PATH, isOwnPath } from './door/route.ts'
import { modelOf, type Turn } from './session/agent.ts'
import { messageOf } from './plan/problems.ts'
import { CREDENTIALS } from './door/sender.ts'
import { shield } from './http/shield.ts'
import { socketTurns, type SocketPlan } from './relay/socket.ts'
import type { GatewayStatus } from './session/status.ts'
import { teamOf, type TeamOptions } from './door/team.ts'
import { turnPlanner, type PlannerOptions, type Started } from './plan/turn-planner.ts'
import { fetchUpstream, onward, type Answer, type Fields, type Incoming, type Upstream } from './http/upstream.ts'
import { admitter, type Admission } from './door/admit.ts'

export type { SocketPlan, SocketTurns, Wired } from './relay/socket.ts'
export type { EpochNotice } from './session/agent.ts'
export type { GatewayStatus, SessionStatus } from './session/status.ts'
export type { AuditEntry, Person } from './door/team.ts'
export type { Answer, Fields, Incoming, Outgoing, Upstream } from './http/upstream.ts'

export type GatewayOptions = PlannerOptions &
  AccessOptions &
  TeamOptions & {
    /** Base URLs by wire name (`anthropic`, `openai-chat`, …), and any other name for `/to/<name>/…`; requests go nowhere else. */
    readonly upstreams?: Readonly<Record<string, string>>
    readonly upstream?: Upstream
    /** `apart`: each sender has sessions and notes of their own. Default: one person uses it, unless there are `people`. */
    readonly users?: 'apart'
    /** Write notes with the session's own model and key, or with the model named. Default: by rules alone, unbilled. */
    readonly ownCalls?: true | string
    /** How long a stream may be silent before the client is told that it lives. Default 15 seconds. */
    readonly pingMs?: Millis
  }

/** Of requests whose bill nobody reads. */
const BYTES_A_TOKEN = 4

export type Gateway = {
  /** For servers that know the requests of `fetch`. */
  fetch(request: Request): Promise<Response>
  /** The same without the objects of `fetch`, which cost more than the rest of a short turn. Never rejects. */
  handle(incoming: Incoming): Promise<Answer>
  /** What to do with a client that wants a websocket; an answer: it is refused. */
  socket(incoming: Pick<Incoming, 'url' | 'headers'>): SocketPlan | Answer
  status(): Promise<GatewayStatus>
  /** Resolves when the log has all that went through. Before `pack.close()`. */
  settle(): Promise<void>
}

/**
 * Sits between agents and their providers: conversations stay inside the window, everything else passes as it is.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { createGateway } from 'daypack-gateway'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const gateway = createGateway({ pack })
 * const answer = await gateway.fetch(new Request('http://127.0.0.1/daypack/status'))
 * if (answer.status !== 200) throw new Error('a fetch handler for your own server')
 * await gateway.settle()
 * await pack.close()
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { pack, token, upstream = fetchUpstream, pingMs = 15_000, ownCalls, window } = options
  const local = localModels(options.models ?? {}, options.now ?? Date.now, (line) => planner.tell(line))
  const planner = turnPlanner({ ...options, models: local.known })
  const team = teamOf(options, options.now ?? Date.now)
  const admit = admitter(options)
  const ownAnswer = ownEndpoints({ pack, planner, team, ...(token !== undefined && { token }) })
  const exchange = exchanger({
    planner,
    upstream,
    sign,
    local: window === undefined ? local : undefined,
    ownCalls,
    pingMs,
    onEnd: countTurn,
  })

  return {
    fetch: (request) => overFetch(request, handle),
    handle,
    socket,
    status: () => planner.status(),
    settle: () => planner.settle(),
  }

  async function handle(incoming: Incoming): Promise<Answer> {
    if (incoming.url.endsWith(HEALTH_PATH)) return json(200, { ok: true })
    let admission: Admission | Answer | undefined
    try {
      admission = admit(incoming.url, incoming.headers)
      return await shield('status' in admission ? admission : await answer(incoming, admission))
    } catch (error) {
      return shield(failureOf(error, incoming, admission && 'url' in admission ? admission.url : ''))
    }
  }

  async function answer(incoming: Incoming, admission: Admission): Promise<Answer> {
    if (isOwnPath(admission.route.path)) return ownAnswer(incoming, admission)
    const { person = '', route, kind } = admission
    const limit = limitOf(admission)
    if (limit !== undefined) return failure(429, limit)
    // What cannot be read may be a turn as well.
    const isCounted = incoming.method === 'POST' && kind !== 'count'
    if (isCounted) team.started(person)
    const passed = (status: number, isTurn: boolean, bytes = 0) => {
      const counted = isCounted && isTurn && { isTurn, tokens: Math.ceil(bytes / BYTES_A_TOKEN) }
      team.answered({ person, path: route.path, status, ...counted }, isCounted)
    }
    try {
      const { answer: given, isTurn = false, passedBytes } = await exchange(incoming, admission)
      if (!isTurn) passed(given.status, given.status < 300, passedBytes)
      return given
    } catch (error) {
      // Whoever leaves has asked; what could not be reached was not.
      const isLeft = incoming.signal.aborted
      passed(isLeft ? 499 : 502, isLeft)
      throw error
    }
  }

  function socket({ url, headers }: Pick<Incoming, 'url' | 'headers'>): SocketPlan | Answer {
    try {
      const admission = admit(url, headers)
      if ('status' in admission) return admission
      const limit = limitOf(admission)
      if (limit !== undefined) return failure(429, limit)
      const { wire, sender } = admission
      const frames = wire?.frames
      const onReply = (turn: Turn, started: Started, reply: JsonObject) => countTurn(admission, turn, started, reply)
      const startOf = () => {
        const over = limitOf(admission)
        if (over === undefined) team.started(admission.person)
        return over
      }
      return {
        url: admission.url.replace(/^http/, 'ws'),
        headers: sign(onward(headers), admission),
        turns: frames && ((wired) => socketTurns({ wire, frames, planner, sender, limit: startOf, onReply }, wired)),
      }
    } catch (error) {
      planner.tell(error)
      return failure(500, messageOf(error))
    }
  }

  function limitOf({ person, route }: Admission): string | undefined {
    const limit = team.limitOf(person)
    if (limit !== undefined) team.answered({ person: person ?? '', path: route.path, status: 429 })
    return limit
  }

  /** Without a reply nobody told what it cost: what was sent is counted. */
  function countTurn({ route, person = '' }: Admission, turn: Turn, { agent }: Started, reply?: JsonObject): void {
    if (!options.people && !options.onAudit) return
    const sent = { input: agent.session.view.size.tokens }
    const billed: Partial<Billed> = reply ? (turn.wire.codec.reply(reply).billed ?? {}) : sent
    const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = billed
    const model = modelOf(turn.request)
    team.answered({
      person,
      path: route.path,
      status: reply ? 200 : 499,
      isTurn: true,
      session: agent.session.id,
      tokens: input + cacheRead + cacheWrite + output,
      ...(model !== undefined && { model }),
    })
  }

  /** A key goes to the server it is for, and to no other that has the same wire. */
  function sign(headers: Fields, { wire, isUsualServer }: Admission): Fields {
    const key = wire && isUsualServer ? options.keys?.[wire.name] : undefined
    if (key === undefined) return headers
    const rest = Object.entries(headers).filter(([name]) => !CREDENTIALS.includes(name))
    return { ...Object.fromEntries(rest), ...wire?.keyHeader(key) }
  }

  function failureOf(error: unknown, { signal }: Incoming, url: string): Answer {
    if (signal.aborted) return failure(499, 'The client left.')
    if (isDaypackError(error) && error.code === 'unsupported') return failure(413, error.message)
    planner.tell(error)
    const where = URL.canParse(url) ? `The provider at ${new URL(url).host} could not be reached` : 'Daypack failed'
    return failure(502, `${where}: ${messageOf(error)}`)
  }
}
