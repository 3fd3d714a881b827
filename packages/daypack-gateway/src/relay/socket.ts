import type { Json } from 'daypack'
import { objectIn, type JsonObject } from 'daypack/internal'
import { dropReasoning } from '../plan/plan-turn.ts'
import { sentList, type Turn } from '../session/agent.ts'
import type { Started, TurnPlanner } from '../plan/turn-planner.ts'
import type { Sender } from '../door/sender.ts'
import type { Fields } from '../http/upstream.ts'
import { type Frames, type GatewayWire } from '../wires/wire.ts'

export type Wired = { readonly toClient: (text: string) => void; readonly toProvider: (text: string) => void }

/** Takes the frames of both ends, in order; must not throw where the ends can be written to. */
export type SocketTurns = { fromClient(text: string): Promise<void>; fromProvider(text: string): void }

export type SocketPlan = {
  readonly url: string
  readonly headers: Fields
  /** Undefined: frames pass as they come. */
  readonly turns: ((wired: Wired) => SocketTurns) | undefined
}

const MOST_HELD = 8
const MOST_ITEMS = 4_096

type Pending = {
  /** The whole conversation, as the client has it and as the provider has it. */
  readonly received: readonly Json[]
  readonly sent: readonly Json[]
  readonly started?: Started
  readonly turn?: Turn
  /** The same turn with all of it, for a provider that does not know what we go on from, or refuses what we made. */
  readonly again: readonly string[]
  readonly output: Json[]
}

type Parts = {
  readonly wire: GatewayWire
  readonly frames: Frames
  readonly planner: TurnPlanner
  readonly sender: Sender
  /** Why no further turn may start; undefined: it may. */
  readonly limit: () => string | undefined
  readonly onReply: (turn: Turn, started: Started, reply: JsonObject) => void
}

/** Holds the whole conversation of a connection, and sends only what is new, or everything after an epoch. */
export function socketTurns(parts: Parts, { toClient, toProvider }: Wired): SocketTurns {
  const { wire, frames, planner, sender, limit, onReply } = parts
  const held = new Map<string, readonly Json[]>()
  let known: { readonly id: string; readonly list: readonly Json[] } | undefined
  let pending: Pending | undefined
  let again = 0

  return {
    // What cannot be read goes on as it came.
    fromClient: (text) =>
      taken(text).catch((problem: unknown) => {
        planner.tell(problem)
        toProvider(text)
      }),
    fromProvider(text) {
      try {
        answered(text)
      } catch (problem) {
        planner.tell(problem)
        toClient(text)
      }
    },
  }

  async function taken(text: string): Promise<void> {
    const frame = objectIn(text)
    const asked = frame && frames.asked(frame)
    const before = asked?.after === undefined ? [] : held.get(asked.after)
    const over = asked?.isTurn ? limit() : undefined
    if (over !== undefined) return toClient(JSON.stringify(frames.refusal(429, over)))
    if (!frame || !asked || !before) {
      if (asked) pending = undefined
      return toProvider(text)
    }
    const received = [...before, ...asked.list]
    again = 0
    if (!asked.isTurn) {
      pending = { received, sent: received, again: [], output: [] }
      return toProvider(text)
    }
    const whole = frames.whole(frame, received)
    const request = frames.request(whole)
    const said = JSON.stringify(request)
    const bytes = Buffer.from(said)
    const turn: Turn = {
      wire,
      bytes,
      body: {
        id: Symbol('body'),
        request,
        source: bytes,
        text: () => said,
        length: bytes.length,
        write: (changed) => JSON.stringify(changed),
      },
      request,
    }
    const started = await planner.start(turn, sender)
    const sent = started?.list() ?? received
    const isChanged = started !== undefined && started.sentBody !== undefined
    const rest = known && restOf(sent, known.list)
    const planned = JSON.stringify(frames.whole(frame, sent))
    pending = {
      received,
      sent,
      again: [planned, ...(isChanged ? [JSON.stringify(whole)] : [])],
      output: [],
      ...(started && { started, turn }),
    }
    const isAsItCame = !isChanged && asked.after !== undefined && asked.after === known?.id
    if (isAsItCame) return toProvider(text)
    toProvider(known && rest ? JSON.stringify(frames.onward(frame, known.id, rest)) : planned)
  }

  function answered(text: string): void {
    const event = objectIn(text)
    const said = event && frames.said(event)
    if (said?.refused !== undefined && pending && pending.output.length === 0) {
      const next = unreasoned(pending, said.refused) ?? pending.again[again++]
      if (next !== undefined) {
        planner.tell(`${wire.name}: the provider rejected a frame; it was sent again: ${said.refused}`)
        known = undefined
        return toProvider(next)
      }
    }
    if (said?.item !== undefined && pending && pending.output.length < MOST_ITEMS) pending.output.push(said.item)
    if (said?.response && pending) finished(pending, said.response)
    toClient(text)
  }

  function unreasoned(turn: Pending, refused: string): string | undefined {
    const { started, again: texts } = turn
    const text = started && !started.agent.hasNoReasoning && wire.isReasoningRefusal(refused) ? texts[0] : undefined
    const next = started && text !== undefined ? dropReasoning(started.agent, wire, text) : undefined
    if (next !== undefined) pending = { ...turn, sent: started?.agent.last ? sentList(started.agent.last) : turn.sent }
    return next
  }

  function finished({ received, sent, output, started, turn }: Pending, response: JsonObject): void {
    pending = undefined
    const list = response['output']
    const items = Array.isArray(list) && list.length > 0 ? (list as readonly Json[]) : output
    const id = response['id']
    const reply = { ...response, output: items }
    started?.record(reply)
    if (started && turn) onReply(turn, started, reply)
    if (typeof id !== 'string') return
    held.set(id, [...received, ...items])
    known = { id, list: [...sent, ...items] }
    for (const old of held.keys()) if (held.size > MOST_HELD) held.delete(old)
  }
}

function restOf(list: readonly Json[], known: readonly Json[]): readonly Json[] | undefined {
  if (list.length <= known.length) return undefined
  const isSame = known.every(
    (item, index) => item === list[index] || JSON.stringify(item) === JSON.stringify(list[index]),
  )
  return isSame ? list.slice(known.length) : undefined
}
