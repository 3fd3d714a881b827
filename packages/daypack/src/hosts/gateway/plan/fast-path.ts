import type { Json, JsonObject, Tokens } from '../../../model/json.ts'
import { BYTES_PER_TOKEN } from '../../../tokens/count.ts'
import { writeEntries } from '../../../wire/body.ts'
import { asideIn } from '../session/clients.ts'
import { holdsNewest } from '../session/find-by-replies.ts'
import type { Lane, Sent } from '../session/conversation.ts'
import { listOf, modelOf, type ReadTurn, type Turn } from './plan-turn.ts'
import { outputFor, withOutput } from './reply-reserve.ts'
import { lastTexts } from '../session/side-requests.ts'
import { stringAt } from '../wires/wire.ts'

/** Reuses the bytes sent last when only a little was added; undefined: plan before sending. */
export function continueLast(lane: Lane, turn: Turn, isFound = false): Sent | undefined {
  try {
    return extend(lane, turn, isFound)
  } catch {
    // What is new cannot be read alone; with all the rest perhaps it can.
    return undefined
  }
}

/** A conversation of which nothing is logged, far below the window, goes out as it came; undefined: plan before sending. */
export function startUnchanged(
  lane: Lane,
  { wire, body, request, decoded }: ReadTurn,
  window: Tokens,
): Sent | undefined {
  const room = lane.last || lane.hasNoReasoning ? undefined : lane.session.calmStart(decoded, window)
  if (!room) return undefined
  const free = wire.sharesWindow ? window - body.length / BYTES_PER_TOKEN : Infinity
  if (withOutput(body.request, free, window)) return undefined
  const receivedList = listOf(wire, body.request)
  return {
    body,
    sentBody: undefined,
    messages: decoded.messages,
    receivedList,
    wholeList: receivedList,
    sentList: receivedList,
    behind: 0,
    model: modelOf(request),
    spare: wire.sharesWindow ? outputFor(free, window, 0, false) - (decoded.maxOutput ?? 0) : Infinity,
    room,
  }
}

function extend(lane: Lane, turn: Turn, isFound: boolean): Sent | undefined {
  const { last } = lane
  const { wire, body, request } = turn
  if (!last || last.isOff || lane.hasNoReasoning || last.wholeList !== last.receivedList) return undefined
  const receivedList = listOf(wire, body.request)
  const fresh = receivedList.slice(last.receivedList.length)
  if (fresh.length === 0 || isInstruction(fresh[0]) || modelOf(request) !== last.model) return undefined
  // A token has at least one byte.
  const spare = last.spare - (body.length - last.body.length)
  if (spare < 0) return undefined
  if (!isSameBeside(body.request, last.body.request, wire.list) || !beginsWith(receivedList, last.receivedList))
    return undefined
  const { messages } = wire.codec.decode({ ...request, [wire.list]: fresh })
  if (wire.isSummary?.(request) || asideIn('', lastTexts(messages))) return undefined
  if (isFound && !holdsNewest(lane, messages)) return undefined
  const since = [...last.messages.slice(lane.known), ...messages]
  const room = lane.session.calmRoom(since, messages.length, lane.later && last.room)
  if (!room) return undefined
  const sentList = last.next ? [...last.sentList, ...fresh] : receivedList
  const next = last.next && { ...last.next, [wire.list]: sentList }
  return {
    ...last,
    body,
    sentBody: last.sentBody === undefined ? undefined : withMore(last, last.sentBody, fresh),
    messages: [...last.messages, ...messages],
    receivedList,
    wholeList: receivedList,
    sentList,
    next,
    spare,
    room,
  }
}

function withMore({ behind, sentList }: Sent, sentBody: string, fresh: readonly Json[]): string {
  const end = sentBody.length - behind
  return `${sentBody.slice(0, end)}${sentList.length > 0 ? ',' : ''}${writeEntries(fresh)}${sentBody.slice(end)}`
}

/** The same objects: a body that is read takes over what the one before it said with the same bytes. */
function beginsWith(list: readonly Json[], start: readonly Json[]): boolean {
  for (let at = 0; at < start.length; at++) if (start[at] !== list[at]) return false
  return true
}

function isSameBeside(now: JsonObject, before: JsonObject, list: string): boolean {
  const keys = Object.keys(now)
  const old = Object.keys(before)
  return (
    keys.length === old.length && keys.every((key, at) => key === old[at] && (key === list || now[key] === before[key]))
  )
}

function isInstruction(item: Json | undefined): boolean {
  return ['system', 'developer'].includes(stringAt(item, 'role'))
}
