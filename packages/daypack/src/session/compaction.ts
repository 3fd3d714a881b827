import type { Loss } from '../archive/loss.ts'
import type { Revert, Seq } from '../model/edit.ts'
import type { Draft } from '../model/entry.ts'
import type { Size } from '../model/json.ts'
import type { ToolTable } from '../tools/table.ts'
import { diff, type Change as Shown } from '../view/diff.ts'
import { isUndo, parseBlockId } from '../view/read.ts'
import type { Batch, View } from '../view/view.ts'
import type { Conversation } from './conversation.ts'

export type CompactionResult = {
  readonly before: Size
  readonly after: Size
  readonly changes: readonly Shown[]
  readonly why: string
  readonly loss?: Loss
}

export async function previewCompaction(conversation: Conversation): Promise<CompactionResult> {
  const { view: before } = conversation
  const { view, why, givenUp = why } = await conversation.preview()
  return { before: before.size, after: view.size, changes: diff(before, view), why: givenUp }
}

export async function compactNow(
  conversation: Conversation,
  tools: ToolTable,
  { signal, ...rest }: { readonly instruction?: string; readonly signal?: AbortSignal },
): Promise<CompactionResult> {
  const before = conversation.view
  const made = await conversation.plan({ isForced: true, ...rest }, signal)
  const { lossOf } = await import('../archive/loss.ts')
  const loss = lossOf(before, conversation.view, await conversation.shown(), tools)
  const why = made.givenUp ?? made.why
  return { before: before.size, after: conversation.view.size, changes: diff(before, conversation.view), why, loss }
}

export async function revertBatches(
  conversation: Conversation,
  targets: (view: View) => readonly Batch[],
): Promise<CompactionResult> {
  const before = conversation.view
  await conversation.append((view) => undoDrafts(view, targets(view)))
  // A batch that newer folds hide is undone without a change to what is shown.
  const why = conversation.view.batches.length > before.batches.length ? 'undone' : 'there is nothing to undo'
  return { before: before.size, after: conversation.view.size, changes: diff(before, conversation.view), why }
}

export function undoableBatches(view: View, seq: Seq | undefined): readonly Batch[] {
  if (seq !== undefined) return view.batches.filter((batch) => batch.seq === seq && batch.active)
  const last = view.batches.findLast((batch) => batch.active && batch.epoch !== undefined && !isUndo(batch))
  return last ? view.batches.filter((batch) => batch.active && batch.epoch === last.epoch) : []
}

export function batchesTouching(view: View, from: Seq, to: Seq): readonly Batch[] {
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

function undoDrafts(view: View, batches: readonly Batch[]): Draft[] {
  if (batches.length === 0) return []
  const edits = batches.map((batch): Revert => ({ op: 'revert', seq: batch.seq }))
  const why = `undo of ${batches.map((batch) => `${batch.by} [${batch.seq}]`).join(', ')}`
  return [{ kind: 'edits', by: 'undo', why, edits, saved: 0, epoch: view.head + 1 }]
}
