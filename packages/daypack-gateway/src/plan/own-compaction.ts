import type { Daypack, Json } from 'daypack'
import { textOf, BYTES_PER_TOKEN, readBody, shownText, type JsonObject } from 'daypack/internal'
import { quotedIn, withQuoted } from '../session/clients.ts'
import { listOf, modelOf, type Agent, type SentBody, type Turn } from '../session/agent.ts'
import { windowFor, type TurnOptions } from './plan-turn.ts'
import { boundsOf, outputFor, replyRoom, withOutput } from './reply-reserve.ts'
import type { GatewayWire } from '../wires/wire.ts'

export const NOTE = 'note'

/** The agent's own compaction question behind the planned conversation; undefined: as it came. */
export async function summaryRequest(pack: Daypack, agent: Agent, turn: Turn, options: TurnOptions): Promise<SentBody> {
  const { wire, body, request } = turn
  await agent.later?.()
  const quoted = quotedOf(turn)
  const planned =
    quoted === undefined
      ? await agent.session.aside(wire.codec, request)
      : withText(request, await shownText(pack, agent.session))
  const written = planned === request ? body.request : wire.write(planned, body.request)
  const bare = (agent.hasNoReasoning && wire.withoutReasoning(written)) || written
  const isShorter = planned !== request && Buffer.byteLength(body.write(bare)) < body.length
  const next = withSameTools(agent, wire, isShorter ? bare : body.request)
  if (next === body.request) return undefined
  const text = body.write(next)
  const window = windowFor(modelOf(request), options)
  const bounds = boundsOf(window, request, wire)
  const room = replyRoom(agent.session.view.usages, bounds, request)
  const output = wire.sharesWindow ? outputFor(window - text.length / BYTES_PER_TOKEN, window, room) : Infinity
  const lowered = withOutput(next, output, bounds)
  return lowered ? body.write(lowered) : text
}

function withSameTools({ last }: Agent, wire: GatewayWire, body: JsonObject): JsonObject {
  const sent = last?.next ?? last?.turn.body.request
  return sent && wire.withToolsOf && !wire.hasTools(body) ? wire.withToolsOf(body, sent) : body
}

export function quotedOf({ wire, request }: Turn): string | undefined {
  const { messages, system } = wire.codec.decode(request)
  const [only] = messages
  if (!only || messages.length > 1) return undefined
  return quotedIn(textOf(only)) ?? (system && quotedIn(textOf(system)))
}

function withText(request: JsonObject, text: string): JsonObject {
  return JSON.parse(JSON.stringify(request), (_, value: unknown) =>
    typeof value === 'string' ? withQuoted(value, text) : value,
  ) as JsonObject
}

export function listIn(sentBody: SentBody, { wire, body }: Turn): readonly Json[] {
  return listOf(wire, (sentBody === undefined ? undefined : readBody(sentBody)?.request) ?? body.request)
}

/** What the agent will begin with from now on is kept as a note, without text where only the provider can read it. */
export async function keepSummary({ session, client }: Agent, wire: GatewayWire, reply: JsonObject): Promise<void> {
  const { messages } = wire.codec.reply(reply)
  const text = messages.map(textOf).join('\n').trim()
  if (messages.length > 0) await session.mark(NOTE, { by: client, through: session.view.head, text })
}
