import type { Seq } from '../model/edit.ts'
import type { View } from '../view/view.ts'
import { touches } from './weigh.ts'

/**
 * The first message that reads otherwise than it was sent because the caller changed it, or a message folded with it.
 * The provider's cache ends there: what stands behind it is as new on the wire as what was never sent.
 */
export function firstChanged(view: View, sent: Seq): Seq | undefined {
  const slot = view.slots.find(({ seq, since }) => since > sent && seq <= sent)
  const opened = view.batches.filter(({ overtaken, turns }) => overtaken && (turns.at(-1) ?? 0) > sent)
  const starts = opened.flatMap(({ edits }) => edits.flatMap((edit) => (edit.op === 'fold' ? [touches(edit)] : [])))
  const all = [...(slot ? [slot.seq] : []), ...starts]
  return all.length > 0 ? Math.min(...all) : undefined
}
