import { sameStart, windowOf } from 'daypack/internal'
import type { Agent, Turn } from '../session/agent.ts'
import { CARRIED } from '../session/carry-mark.ts'
import { isMasked } from '../session/clients.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { windowFor, type TurnOptions } from './plan-turn.ts'

/** Read when somebody looks into it, which throws where it is no turn. */
export type UnreadTurn = Turn & { isTurn(): boolean }

type Read = Pick<Turn, 'body' | 'request'>

export function unreadTurn(wire: GatewayWire, bytes: Uint8Array, read: () => Read | undefined): UnreadTurn {
  let turn: { readonly read: Read | undefined } | undefined
  const once = () => (turn ??= { read: read() }).read
  return {
    wire,
    bytes,
    isTurn: () => once() !== undefined,
    get body() {
      return (once() as Read).body
    },
    get request() {
      return (once() as Read).request
    },
  }
}

/** What is shorter takes next to no time to read. */
const LEAST_BYTES = 16 * 1024
/** A window takes at least a byte for each token, and usually three or four: if it was less, the provider says so. */
const BYTES_OF_WINDOW = 1.5
/** Clients name the model first. */
const MODEL = /^\s*\{\s*"model"\s*:\s*"([^"\\]+)"/
const START_BYTES = 256
/** Before the first reply, what memory knows may have to come in front. In a text the quotes would be escaped. */
const REPLIED = '"assistant"'

/** May a conversation that began elsewhere go out before it is read? */
export function mayStart(bytes: Uint8Array, options: TurnOptions): boolean {
  const model = modelIn(bytes)
  const isKnown = options.window !== undefined || windowOf(model, options.models).from !== 'nothing'
  const fits = bytes.length <= windowFor(model, options) * BYTES_OF_WINDOW
  const text = bufferOf(bytes)
  return model !== undefined && isKnown && fits && text.includes(REPLIED) && !text.includes(CARRIED)
}

/** May what the agent says now go out before it is read? Only if nothing before it was changed, and nothing in it is due. */
export function mayGoOn(agent: Agent, bytes: Uint8Array): boolean {
  const { last, session, hasNoReasoning } = agent
  if (!last || last.next || last.unmasked || last.isStale || hasNoReasoning || !modelIn(bytes)) return false
  const before = last.turn.bytes
  const same = sameStart(bufferOf(bytes), before)
  const changed = bytes.length - same
  const isLonger = bytes.length > before.length && same >= before.length / 2
  const fits = changed <= last.spare && session.mayAppend(Math.max(changed, bytes.length - agent.planned))
  return isLonger && fits && !isMasked(bufferOf(bytes).toString('latin1', same))
}

function modelIn(bytes: Uint8Array): string | undefined {
  if (bytes.length < LEAST_BYTES) return undefined
  return MODEL.exec(bufferOf(bytes).toString('latin1', 0, START_BYTES))?.[1]
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
