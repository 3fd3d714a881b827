import { parseBlockId, type Revert, type Seq } from '../model/edit.ts'
import type { Draft } from '../model/entry.ts'
import { isUndo } from '../view/read.ts'
import type { Batch, View } from '../view/view.ts'

/** The batches of the newest epoch still in force, or the one named. */
export function undoable(view: View, seq: Seq | undefined): readonly Batch[] {
  if (seq !== undefined) return view.batches.filter((batch) => batch.seq === seq && batch.active)
  const last = view.batches.findLast((batch) => batch.active && batch.epoch !== undefined && !isUndo(batch))
  return last ? view.batches.filter((batch) => batch.active && batch.epoch === last.epoch) : []
}

/** Every batch in force that left out something of these messages. */
export function touching(view: View, from: Seq, to: Seq): readonly Batch[] {
  return view.batches.filter(
    (batch) =>
      batch.active &&
      batch.edits.some((edit) => {
        if (edit.op === 'revert') return false
        const first = edit.op === 'crop' ? parseBlockId(edit.block).seq : edit.from
        const last = edit.op === 'crop' ? first : edit.to
        return first <= to && last >= from
      }),
  )
}

/** The entry that takes batches back; nothing when there are none. */
export function undoing(view: View, batches: readonly Batch[]): Draft[] {
  if (batches.length === 0) return []
  const edits = batches.map((batch): Revert => ({ op: 'revert', seq: batch.seq }))
  const why = `undo of ${batches.map((batch) => `${batch.by} [${batch.seq}]`).join(', ')}`
  return [{ kind: 'edits', by: 'undo', why, edits, saved: 0, epoch: view.head + 1 }]
}
