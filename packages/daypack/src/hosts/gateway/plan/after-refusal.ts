import type { Daypack } from '../../../daypack.ts'
import type { Lane } from '../session/conversation.ts'
import { summaryRequest } from './own-compaction.ts'
import {
  dropReasoning,
  lowerOutput,
  prepareRequest,
  windowFor,
  type SentBody,
  type Turn,
  type TurnOptions,
} from './plan-turn.ts'
import { outputFitting } from './reply-reserve.ts'

/** What the provider said when it refused a request. */
export type Refusal = { readonly status: number; readonly said: string }

type Attempt = {
  readonly lane: Lane
  readonly sentBody: SentBody
  readonly isInstead?: true
  readonly isSummary?: true
}

/** What to send after a refusal; the same again: the refusal goes on. Other than "too long", the original is as good. */
export async function nextAttempt(
  pack: Daypack,
  turn: Turn,
  { lane, sentBody, isInstead, isSummary }: Attempt,
  { status, said }: Refusal,
  options: TurnOptions,
): Promise<string> {
  const original = turn.body.text()
  const sent = sentBody ?? original
  await lane.later?.()
  if (isSummary) return (await summaryAgain()) ?? original
  if (turn.wire.isReasoningRefusal(said)) return dropReasoning(lane, turn.wire, sent) ?? original
  const output = outputFitting(said)
  const lowered = output === undefined ? undefined : lowerOutput(lane, sent, output, windowFor(turn, options))
  if (lowered !== undefined) return lowered
  const isOverflow = await lane.session.overflow({ status, message: said })
  if (!isOverflow && !isInstead) return original
  const decoded = turn.wire.codec.decode(turn.request)
  lane.last = await prepareRequest(lane, { ...turn, decoded }, options)
  return lane.last.sentBody ?? original

  async function summaryAgain(): Promise<SentBody> {
    if (turn.wire.isReasoningRefusal(said)) lane.hasNoReasoning = true
    else if (await lane.session.overflow({ status, message: said })) await lane.session.compact()
    else return undefined
    return summaryRequest(pack, lane, turn, options)
  }
}
