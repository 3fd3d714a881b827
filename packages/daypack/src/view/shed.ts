import type { Summary } from '../model/summary.ts'
import type { View } from './view.ts'

/** Stands for the text of a fold that a later one covers, or that was taken back: it is in the log. */
const SHED: Summary = Object.freeze({ text: '' })

/** A change brings back a fold whose text is only in the log: read the log again and repeat the change on it. */
export class ShedText extends Error {}

/** The same view without the hand-overs it does not show: a long session would keep each one it ever had. */
export function shed(view: View): View {
  const shown = new Set(view.items.map((item) => (item.kind === 'fold' ? item.summary : undefined)))
  const batches = view.batches.map((batch) => {
    const isKept = batch.edits.every((edit) => edit.op !== 'fold' || edit.summary === SHED || shown.has(edit.summary))
    if (isKept) return batch
    const edits = batch.edits.map((edit) =>
      edit.op !== 'fold' || shown.has(edit.summary) ? edit : { ...edit, summary: SHED },
    )
    return { ...batch, edits }
  })
  return batches.every((batch, index) => batch === view.batches[index]) ? view : { ...view, batches }
}

export function presentSummary(summary: Summary): Summary {
  if (summary === SHED) throw new ShedText('The text of an earlier fold is only in the log: read the log again.')
  return summary
}
