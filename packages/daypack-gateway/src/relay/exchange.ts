import type { Millis } from 'daypack'
import { pause, ownCall, type JsonObject } from 'daypack/internal'
import { bodyCache } from '../session/body-cache.ts'
import { namedSession, programOf } from '../session/clients.ts'
import { peek, plainOf, unpack } from '../http/encoding.ts'
import type { LocalModels } from './local-models.ts'
import { modelOf, type SentBody, type Turn } from '../session/agent.ts'
import { unreadTurn } from '../plan/unread.ts'
import { handOn, recordAnswer } from './record-answer.ts'
import type { Started, TurnPlanner } from '../plan/turn-planner.ts'
import { onward, type Answer, type Fields, type Incoming, type Outgoing, type Upstream } from '../http/upstream.ts'
import type { Admission } from '../door/admit.ts'
import type { GatewayWire } from '../wires/wire.ts'

/** What a provider may say of a request that was changed on its way, and would not say of the original. */
const REFUSED = [400, 413, 422]
/** How much of a refusal is read: its reason stands in the first line. */
const MOST_SAID = 64 * 1024

type Parts = {
  readonly planner: TurnPlanner
  readonly upstream: Upstream
  readonly sign: (headers: Fields, admission: Admission) => Fields
  /** Undefined where every model has the window that was given. */
  readonly local?: LocalModels | undefined
  readonly ownCalls?: true | string | undefined
  readonly pingMs: Millis
  readonly onEnd: (admission: Admission, turn: Turn, started: Started, reply?: JsonObject) => void
}

/** Some clients leave at the last event: their reply is recorded a moment later. */
const LEAVING_MS = 1_000

/** `isTurn`: `onEnd` is told of it once, with its reply or when it ended without. */
type Exchanged = { readonly answer: Answer; readonly isTurn?: true; readonly passedBytes?: number }

/** Takes a request to the provider and the answer back; turns go by the planner. */
export function exchanger({ planner, upstream, sign, local, ownCalls, pingMs, onEnd }: Parts) {
  const readBody = bodyCache()

  return async function exchange(incoming: Incoming, admission: Admission): Promise<Exchanged> {
    const { url, wire, kind, sender } = admission
    const { method, headers, body, signal } = incoming
    planner.noteActivity()
    const bytes = typeof body === 'function' ? await body() : body
    planner.noteActivity()
    const out: Outgoing = {
      url,
      method,
      headers: sign(onward(headers), admission),
      signal,
      ...(bytes && bytes.length > 0 && { body: bytes }),
    }
    const isOurs = wire !== undefined && bytes !== undefined && kind !== 'other'
    const plain = isOurs ? await plainOf(bytes, headers['content-encoding']) : undefined
    const turn = plain && wire && unreadTurn(wire, plain, () => read(wire, plain, admission))
    const early = turn && kind === 'turn' ? await planner.startUnread(turn, sender) : undefined
    if (turn && !early) await pause()
    const passedBytes = bytes?.length ?? 0
    if (!turn || !(early ?? turn.isTurn())) return { answer: await passOn(out), passedBytes }
    if (kind === 'count') {
      const text = await planner.count(turn, sender)
      return { answer: await passOn(text === undefined ? out : withBody(out, text)) }
    }
    if (!early) await local?.ask(turn, url, headers)
    const started = early ?? (await planner.start(turn, sender, kind === 'compact'))
    if (!started) return { answer: await passOn(out), passedBytes }
    const { over } = started
    signal.addEventListener('abort', over, { once: true })
    const response = await sendTurn(turn, started, out).catch((error: unknown) => {
      over()
      throw error
    })
    planner.noteActivity()
    if (response.status < 200 || response.status > 299) {
      over()
      return { answer: handOn(response) }
    }
    if (ownCalls !== undefined) offerModel(turn, started, out, ownCalls)
    let isTold = false
    const end = (reply?: JsonObject) => {
      if (!isTold) onEnd(admission, turn, started, reply)
      isTold = true
    }
    const left = () => void setTimeout(end, LEAVING_MS).unref()
    if (signal.aborted) left()
    else signal.addEventListener('abort', left, { once: true })
    const recording = {
      pingMs,
      record(reply: JsonObject) {
        started.record(reply)
        end(reply)
      },
      over() {
        over()
        end()
      },
      onProblem: planner.tell,
    }
    return { answer: recordAnswer(response, turn.wire, recording), isTurn: true }
  }

  function read(
    wire: GatewayWire,
    plain: Uint8Array,
    { sender, route }: Admission,
  ): Pick<Turn, 'body' | 'request'> | undefined {
    const { headers, scope } = sender
    const name = namedSession(headers, route.session)?.id ?? `${programOf(headers)} ${route.path}`
    try {
      const body = readBody(`${scope} ${name}`, plain)
      if (!body || wire.isHeld(body.request) || !Array.isArray(body.request[wire.list])) return undefined
      return { body, request: wire.read(body.request, route.path) }
    } catch (error) {
      planner.tell(error)
      return undefined
    }
  }

  /** Once more, in another form, where the provider refuses what we made of it. */
  async function sendTurn(turn: Turn, started: Started, out: Outgoing): Promise<Answer> {
    const response = await upstream(withBody(out, started.sentBody))
    if (!REFUSED.includes(response.status)) return response
    const { start, answer: refused } = await peek(unpack(response), MOST_SAID)
    const next = await planner.mend(turn, started, { status: refused.status, said: start.toString('utf8') })
    if (next === undefined) return refused
    return upstream(withBody(out, next === turn.body.text() ? undefined : next))
  }

  async function passOn(out: Outgoing): Promise<Answer> {
    planner.passed()
    return handOn(await upstream(out))
  }

  function offerModel({ wire, body, request }: Turn, { agent }: Started, out: Outgoing, by: true | string): void {
    // Where the path names the model, another request cannot name another one.
    if (modelOf(body.request) === undefined) return
    const { signal: _, ...rest } = out
    const model = ownCall(wire.codec, by === true ? request : { ...request, model: by }, async (text) => {
      const { status, body: pieces } = unpack(await upstream(withBody(rest, text)))
      return new Response(pieces ? ReadableStream.from(pieces) : null, { status })
    })
    if (model) agent.session.offerModel(model)
  }
}

function withBody(out: Outgoing, sentBody: SentBody): Outgoing {
  const headers: Record<string, string> = { ...out.headers, 'accept-encoding': 'identity' }
  if (sentBody === undefined) return { ...out, headers }
  delete headers['content-encoding']
  return { ...out, headers, body: sentBody }
}
