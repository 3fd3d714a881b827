// A point: the step of a session at which the view is examined. The same for every strategy, and picked by rule alone.
import type { Tokens } from '../../packages/daypack/src/model/json.ts'
import { blocksOf } from '../../lab/src/measure/request.ts'
import type { ReplaySession } from '../../lab/src/measure/session.ts'
import type { Picked } from './formats.ts'
import type { Planned } from './plan.ts'

/** What an examiner can still read. Long sessions are taken up to it: even large windows have been folded by then. */
const MOST: Tokens = 130_000
/** Messages before and after, where the session has as many. */
const AROUND = 60
/** At most so many messages behind a compaction of the original run, so that what its agent saw can be examined too. */
const SETTLED = 30
const LEAST_COMPACTED: Tokens = 60_000
/** Short histories fit most windows: smaller ones are used, so that most of it is folded. */
const WINDOWS: readonly { readonly from: Tokens; readonly windows: Tokens[] }[] = [
  { from: 100_000, windows: [32_000, 64_000, 128_000, 200_000] },
  { from: 40_000, windows: [16_000, 32_000, 64_000] },
  { from: 16_000, windows: [16_000, 32_000] },
  { from: 0, windows: [8_000] },
]

/** Where a step could be: how many messages stand before it, and their size with system prompt and tools. */
export type Candidate = { readonly at: number; readonly tokens: Tokens }

export function pointOf(planned: Planned, session: ReplaySession): Picked {
  const { messages, compactions } = session.transcript
  const candidates = session.steps.map((step): Candidate => {
    let tokens = 0
    for (const block of blocksOf(step.request, session.fixed, session.digest)) tokens += block.tokens
    return { at: step.at, tokens }
  })
  const { upTo = MOST, leastAfter, id } = planned
  const { at, tokens } = pick(candidates, messages.length, compactions, upTo, leastAfter)
  const compactedAt = compactions.findLast((from) => from <= at)
  return {
    id,
    at,
    after: messages.length - at,
    tokens,
    windows: WINDOWS.find(({ from }) => tokens >= from)?.windows ?? [],
    ...(compactedAt !== undefined && { compactedAt }),
  }
}

/** Soon after the last compaction of the original run if the size is right, otherwise where the history is as long as it may be. */
export function pick(
  candidates: readonly Candidate[],
  length: number,
  compactions: readonly number[],
  most: Tokens = MOST,
  least = AROUND,
): Candidate {
  const before = Math.min(AROUND, length / 2)
  const after = Math.min(least, length / 5)
  const possible = candidates.filter(({ at, tokens }) => at >= before && length - at >= after && tokens <= most)
  const settled = compactions.toReversed().flatMap((from) => {
    const last = possible.findLast(({ at }) => at > from && at <= from + SETTLED)
    return last && last.tokens >= LEAST_COMPACTED ? [last] : []
  })
  const chosen = settled[0] ?? possible.at(-1)
  if (!chosen)
    throw new Error(`No step has ${before} messages before it, ${after} behind it and at most ${most} tokens.`)
  return chosen
}
