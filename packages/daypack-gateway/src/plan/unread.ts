import { DaypackError, type Decoded, type Session } from 'daypack'
import { windowOf } from 'daypack/internal'
import type { Turn } from '../session/agent.ts'
import { CARRIED } from '../session/carry-mark.ts'
import type { GatewayWire } from '../wires/wire.ts'
import { windowFor, type TurnOptions } from './plan-turn.ts'

/** Read when somebody looks into it, which throws where it is no turn. */
export type UnreadTurn = Turn & { readonly bytes: Uint8Array; isTurn(): boolean }

export function unreadTurn(wire: GatewayWire, bytes: Uint8Array, read: () => Turn | undefined): UnreadTurn {
  let turn: { readonly read: Turn | undefined } | undefined
  const once = () => (turn ??= { read: read() }).read
  const whole = (): Turn => {
    const found = once()
    if (!found) throw new DaypackError('unsupported', 'The request is no turn of a conversation.')
    return found
  }
  return {
    wire,
    bytes,
    isTurn: () => once() !== undefined,
    get body() {
      return whole().body
    },
    get request() {
      return whole().request
    },
  }
}

/** What is shorter takes next to no time to read. */
const LEAST_BYTES = 16 * 1024
/** Far below any mark from which on something has to be shortened: a token has at least one byte. */
const SHARE_OF_WINDOW = 1 / 2
/** Clients name the model first. */
const MODEL = /^\s*\{\s*"model"\s*:\s*"([^"\\]+)"/
const START_BYTES = 256
/** Before the first reply, what memory knows may have to come in front. In a text the quotes would be escaped. */
const REPLIED = '"assistant"'

/** May this request go out before it is read? Nothing can be due in one that fits so surely. */
export function mayGoUnread(bytes: Uint8Array, options: TurnOptions): boolean {
  if (bytes.length < LEAST_BYTES) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [, model] = MODEL.exec(text.toString('latin1', 0, START_BYTES)) ?? []
  const isKnown = options.window !== undefined || windowOf(model, options.models).from !== 'nothing'
  const fits = bytes.length <= windowFor(model, options) * SHARE_OF_WINDOW
  return model !== undefined && isKnown && fits && text.includes(REPLIED) && !text.includes(CARRIED)
}

const BEGAN_ELSEWHERE: Decoded = {
  messages: [{ role: 'assistant', blocks: [{ type: 'text', text: 'Yes.' }] }],
  bindsReasoning: false,
  requiresReasoning: false,
}

/** Would a new session leave a conversation alone that began elsewhere? Memory, markers or passes may want to see it first. */
export function isCalm(session: Session): boolean {
  return session.roomToStart(BEGAN_ELSEWHERE, Infinity) !== undefined
}
