import type { Json, Tokens } from 'daypack'
import { BYTES_PER_TOKEN } from 'daypack/internal'
import { modelOf, receivedList, sentList, type Agent, type SentRequest, type Turn } from '../session/agent.ts'
import { asideIn } from '../session/clients.ts'
import { holdsNewest } from '../session/find-by-replies.ts'
import { lastTexts } from '../session/side-requests.ts'
import { stringAt } from '../wires/wire.ts'
import { saysAgain } from './as-sent.ts'
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
  return { turn, since: decoded.messages, from: 0, spare, room }
}

function extend(agent: Agent, turn: Turn, isFound: boolean): SentRequest | undefined {
  const { last } = agent
  const { wire, body, request } = turn
  if (!last || last.isStale || agent.hasNoReasoning || last.unmasked) return undefined
  if (body.continues?.id !== last.turn.body.id || modelOf(request) !== modelOf(last.turn.request)) return undefined
  const [list, before] = [receivedList(turn), receivedList(last.turn)]
  const fresh = list.slice(before.length)
  if (fresh.length === 0 || isInstruction(fresh[0])) return undefined
  const same = body.continues.kept < before.length ? body.continues.kept : -1
  // Markers of the cache move along: what bore one is written otherwise, and says the same.
  if (same >= 0 && !saysAgain(list, before, same)) return undefined
  const start = last.next && (same < 0 ? sentList(last) : rewritten(last, list, same))
  if (last.next && !start) return undefined
  // A token has at least one byte.
  const spare = last.spare - (body.length - last.turn.body.length)
  if (spare < 0) return undefined
  const { messages } = wire.codec.decode({ ...request, [wire.list]: fresh })
  if (wire.isSummary?.(request) || asideIn('', lastTexts(messages))) return undefined
  if (isFound && !holdsNewest(agent, messages)) return undefined
  // What was planned meanwhile is known by now.
  const from = Math.max(last.from, agent.known)
  const since = last.since.slice(from - last.from).concat(messages)
  const room = agent.session.roomToAppend(since, messages.length, agent.later && last.room)
  if (!room) return undefined
  const next = start && { ...last.next, [wire.list]: [...start, ...fresh] }
  const { isMarked = false } = last
  return { turn, next, isMarked, since, from, spare, room }
}

/** What was sent, with the items from `first` on as they are written now; undefined: it shows one of them otherwise. */
function rewritten(last: SentRequest, list: readonly Json[], first: number): readonly Json[] | undefined {
  const now = new Map(
    receivedList(last.turn)
      .slice(first)
      .map((item, index) => [item, list[first + index] ?? item]),
  )
  const sent = sentList(last)
  const places = sent.filter((item) => now.has(item)).length
  return places === now.size && !last.isMarked ? sent.map((item) => now.get(item) ?? item) : undefined
}

function isInstruction(item: Json | undefined): boolean {
  return ['system', 'developer'].includes(stringAt(item, 'role'))
}
