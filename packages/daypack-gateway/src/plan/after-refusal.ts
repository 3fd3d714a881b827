import type { Daypack } from 'daypack'
import { modelOf, sentBodyOf, type Agent, type SentBody, type Turn } from '../session/agent.ts'
import type { Aside } from '../session/clients.ts'
import { summaryRequest } from './own-compaction.ts'
import { dropReasoning, lowerOutput, planRequest, windowFor, type TurnOptions } from './plan-turn.ts'
import { boundsOf, outputFitting } from './reply-reserve.ts'

/** What the provider said when it refused a request. */
export type Refusal = { readonly status: number; readonly said: string }

type Attempt = {
  readonly agent: Agent
  readonly sentBody: SentBody
  readonly isStandIn?: true
  readonly about?: Aside
}

/** What to send after a refusal; the same again: the refusal goes on. Other than "too long", the original is as good. */
export async function nextAttempt(
  pack: Daypack,
  turn: Turn,
  attempt: Attempt,
  { status, said }: Refusal,
  options: TurnOptions,
): Promise<string> {
  const { agent, sentBody, isStandIn } = attempt
  const original = turn.body.text()
  const sent = sentBody ?? original
  await agent.later?.()
  const { about } = attempt
  if (about) return (about === 'other' ? undefined : await askAgain()) ?? original
  if (turn.wire.isReasoningRefusal(said)) return dropReasoning(agent, turn.wire, sent) ?? original
  const output = outputFitting(said)
  const bounds = boundsOf(windowFor(modelOf(turn.request), options), turn.request, turn.wire)
  const lowered = output === undefined ? undefined : lowerOutput(agent, sent, output, bounds)
  if (lowered !== undefined) return lowered
  const isOverflow = await agent.session.overflow({ status, message: said })
  if (!isOverflow && !isStandIn) return original
  const decoded = turn.wire.codec.decode(turn.request)
  agent.last = await planRequest(agent, { ...turn, decoded }, options)
  return sentBodyOf(agent.last) ?? original

  async function askAgain(): Promise<SentBody> {
    if (turn.wire.isReasoningRefusal(said)) agent.hasNoReasoning = true
    else if (await agent.session.overflow({ status, message: said })) await agent.session.compact()
    else return undefined
    return summaryRequest(pack, agent, turn, options)
  }
}
