import type { Crop, Seq } from '../../model/edit.ts'
import { numberOf, type MessageNumber } from '../../view/read.ts'
import type { View } from '../../view/view.ts'
import type { Narrative } from './context.ts'
import type { Evidence } from './evidence.ts'

/** Positions of items in a view, `to` exclusive. */
export type Run = { readonly from: number; readonly to: number }

/** What is folded and what it is folded into. */
export type Folding = {
  readonly runs: readonly Run[]
  /** The last of them: it carries the hand-over. */
  readonly main: Run
  /** Where the tail starts. */
  readonly start: number
  /** Crops of what stays. */
  readonly crops: readonly Crop[]
  readonly evidence: Evidence
  readonly note: Narrative | undefined
  readonly restarts: boolean
}

export function rangeOf(view: View, run: Run): [Seq, Seq] {
  const last = view.items[run.to - 1]
  return [view.items[run.from]?.seq ?? 0, last?.kind === 'fold' ? last.to : (last?.seq ?? 0)]
}

/** The same in the numbers of the messages, by which evidence knows them. */
export function numbersOf(view: View, run: Run): [MessageNumber, MessageNumber] {
  const [from, to] = rangeOf(view, run)
  return [numberOf(view, from), numberOf(view, to)]
}

export function inside(view: View, run: Run, number: MessageNumber): boolean {
  const [from, to] = numbersOf(view, run)
  return number >= from && number <= to
}

/** Whether one of the runs holds a message. */
export function isCovered(view: View, { runs }: Folding, number: MessageNumber): boolean {
  return runs.some((run) => inside(view, run, number))
}
