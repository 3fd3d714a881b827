import type { Json, Tokens } from '../../../model/json.ts'
import { BYTES_PER_TOKEN } from '../../../tokens/count.ts'
import { modelOf, receivedList, sentList, type Agent, type SentRequest, type Turn } from '../session/agent.ts'
import { asideIn } from '../session/clients.ts'
import { holdsNewest } from '../session/find-by-replies.ts'
import { lastTexts } from '../session/side-requests.ts'
import { stringAt } from '../wires/wire.ts'
import type { ReadTurn } from './plan-turn.ts'
import { boundsOf, outputFor, withOutput } from './reply-reserve.ts'

/** Reuses what was sent last when only a little was added; undefined: plan before sending. */
export function continueLast(agent: Agent, turn: Turn, isFound = false): SentRequest | undefined {
  try {
    return extend(agent, turn, isFound)
  } catch {
    // What is new cannot be read alone; with all the rest perhaps it can.
    return undefined
  }
}

/** A conversation of which nothing is logged, far below the window, goes out as it came; undefined: plan before sending. */
export function startUnchanged(agent: Agent, turn: ReadTurn, window: Tokens): SentRequest | undefined {
  const { wire, body, decoded } = turn
  const room = agent.last || agent.hasNoReasoning ? undefined : agent.session.roomToStart(decoded, window)
  if (!room) return undefined
  const free = wire.sharesWindow ? window - body.length / BYTES_PER_TOKEN : Infinity
  if (withOutput(body.request, free, boundsOf(window, body.request, wire))) return undefined
  const spare = wire.sharesWindow ? outputFor(free, window, 0, false) - (decoded.maxOutput ?? 0) : Infinity
  return { turn, sentBody: undefined, messages: decoded.messages, spare, room }
}

function extend(agent: Agent, turn: Turn, isFound: boolean): SentRequest | undefined {
  const { last } = agent
  const { wire, body, request } = turn
  if (!last || last.isStale || agent.hasNoReasoning || last.unmasked) return undefined
  if (body.grownFrom !== last.turn.body.id || modelOf(request) !== modelOf(last.turn.request)) return undefined
  const fresh = receivedList(turn).slice(receivedList(last.turn).length)
  if (fresh.length === 0 || isInstruction(fresh[0])) return undefined
  // A token has at least one byte.
  const spare = last.spare - (body.length - last.turn.body.length)
  if (spare < 0) return undefined
  const { messages } = wire.codec.decode({ ...request, [wire.list]: fresh })
  if (wire.isSummary?.(request) || asideIn('', lastTexts(messages))) return undefined
  if (isFound && !holdsNewest(agent, messages)) return undefined
  const since = [...last.messages.slice(agent.known), ...messages]
  const room = agent.session.roomToAppend(since, messages.length, agent.later && last.room)
  if (!room) return undefined
  const next = last.next && { ...last.next, [wire.list]: [...sentList(last), ...fresh] }
  const sentBody = next && body.write(next)
  return { turn, sentBody, next, messages: [...last.messages, ...messages], spare, room }
}

function isInstruction(item: Json | undefined): boolean {
  return ['system', 'developer'].includes(stringAt(item, 'role'))
}
