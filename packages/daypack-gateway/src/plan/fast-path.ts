import type { Json } from 'daypack'
import { modelOf, receivedList, sentList, type Agent, type SentRequest, type Turn } from '../session/agent.ts'
import { asideIn } from '../session/clients.ts'
import { holdsNewest } from '../session/find-by-replies.ts'
import { lastTexts } from '../session/side-requests.ts'
import { stringAt } from '../wires/wire.ts'
import { saysAgain } from './as-sent.ts'

/** Reuses what was sent last when only a little was added; undefined: plan before sending. */
export function continueLast(agent: Agent, turn: Turn, isFound = false): SentRequest | undefined {
  try {
    return extend(agent, turn, isFound)
  } catch {
    // What is new cannot be read alone; with all the rest perhaps it can.
    return undefined
  }
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
  if (!agent.session.mayAppend(body.length - agent.planned, messages)) return undefined
  const next = start && { ...last.next, [wire.list]: [...start, ...fresh] }
  const { isMarked = false } = last
  return { turn, next, isMarked, spare }
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
