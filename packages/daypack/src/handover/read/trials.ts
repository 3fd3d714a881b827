import { inlineText, type Message } from '../../model/message.ts'
import type { Seq } from '../../model/edit.ts'
import type { ToolTable } from '../../tools/table.ts'
import { NO_OUTPUT, NO_RESULT, outcome, type Called, type Outcome } from './call/outcome.ts'
import { settles, things, type Thing } from './same-thing.ts'

/** One call with what came out of it. */
export type Trial = {
  readonly seq: Seq
  readonly callSeq: Seq
  readonly called: Called
  readonly things: readonly Thing[]
  readonly outcome: Outcome
  /** The later try of the same thing that took the place of this failure. */
  settledBy?: Trial
}

/** The calls of a conversation, kept up message by message. */
export type Trials = {
  readonly all: Trial[]
  /** Failures that nothing later has settled, oldest first. */
  readonly open: Trial[]
  readonly pending: Map<string, { readonly seq: Seq; readonly called: Called }>
  /** The host has marked a failure before: results without a mark went well. */
  marks: boolean
  /** The host's tools, beside those everybody knows. */
  readonly tools: ToolTable | undefined
}

export function createTrials(tools?: ToolTable): Trials {
  return { all: [], open: [], pending: new Map(), marks: false, tools }
}

/** Take in the next message. */
export function observeTrials(trials: Trials, message: Message, seq: Seq): void {
  for (const block of message.blocks) {
    if (block.type === 'tool-call') {
      trials.pending.set(block.callId, { seq, called: { tool: block.tool, input: block.input } })
    } else if (block.type === 'tool-result') {
      const call = trials.pending.get(block.callId)
      trials.pending.delete(block.callId)
      if (!call) continue
      const { called, seq: callSeq } = call
      const answered = {
        text: inlineText(block.content),
        ...(block.isError !== undefined && { isError: block.isError }),
      }
      const came = outcome(called, answered, trials)
      if (block.isError === true && came.lines[0] !== NO_RESULT) trials.marks = true
      const trial: Trial = { seq, callSeq, called, things: things(called, trials.tools), outcome: came }
      settle(trials, trial)
      trials.all.push(trial)
    }
  }
}

/** More open failures than this are not followed: the oldest fall off. */
const MAX_OPEN = 200

/** Any later try of the same thing takes the place of this one: only what the log proves open is called open. */
function settle({ open }: Trials, trial: Trial): void {
  const { state, looked, count, lines } = trial.outcome
  if (state === 'rejected' || (state === 'unknown' && count === 0 && lines[0] !== NO_OUTPUT)) return
  for (let at = open.length - 1; at >= 0; at--) {
    const failure = open[at] as Trial
    const last = failure.things.at(-1)
    if (!last || !trial.things.some((later) => settles(later, last))) continue
    failure.settledBy = trial
    open.splice(at, 1)
  }
  if (state === 'failed' && !looked) open.push(trial)
  if (open.length > MAX_OPEN) open.shift()
}

/** The try that took the place of a failure, and whether it is known to have gone well. */
export type Settled = {
  readonly seq: Seq
  readonly isSure: boolean
  /** Where it is told; default: at its number. */
  readonly place?: string
}

/** The calls that failed and were tried again: by the message of the call, the last try. */
export function settledAt({ all }: Trials): Map<Seq, Settled> {
  const found = new Map<Seq, Settled>()
  for (const { callSeq, outcome: came, settledBy } of all.toReversed()) {
    if (came.state !== 'failed' || !settledBy) continue
    const { state } = settledBy.outcome
    const last = state === 'failed' ? found.get(settledBy.callSeq) : { seq: settledBy.callSeq, isSure: state === 'ok' }
    if (last !== undefined) found.set(callSeq, last)
  }
  return found
}
