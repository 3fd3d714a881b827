import type { Seq } from '../model/edit.ts'
import type { Json, Millis, Tokens } from '../model/json.ts'
import type { Plan, Skip } from '../plan/plan.ts'
import { isUndo } from '../view/read.ts'
import type { Batch, View } from '../view/view.ts'

export type EpochReport = {
  readonly seq: Seq
  readonly at: Millis
  readonly batches: readonly {
    readonly seq: Seq
    readonly by: string
    readonly why: string
    readonly edits: number
    readonly saved: Tokens
  }[]
  readonly isUndone: boolean
}

export type Explanation = {
  readonly messages: number
  readonly shown: {
    readonly messages: number
    readonly folds: number
    readonly cropped: number
    readonly tokens: Tokens
    readonly bytes: number
  }
  readonly epochs: readonly EpochReport[]
  readonly fresh: { readonly batches: number; readonly saved: Tokens }
  readonly last?: { readonly tide: string; readonly why: string; readonly skipped: readonly Skip[] }
  readonly abandoned?: Json
}

export function explain(view: View, last: Plan | undefined): Explanation {
  const messages = view.items.filter((item) => item.kind === 'message')
  const fresh = currentBatches(view).filter((batch) => batch.epoch === undefined && batch.active && !isUndo(batch))
  const abandoned = view.marks.get('abandoned')?.data
  return {
    messages: view.slots.length,
    shown: {
      messages: messages.length,
      folds: view.items.length - messages.length,
      cropped: messages.reduce((sum, item) => sum + item.blocks.filter((block) => block.crop).length, 0),
      tokens: view.size.tokens,
      bytes: view.size.bytes,
    },
    epochs: epochs(view),
    fresh: { batches: fresh.length, saved: fresh.reduce((sum, batch) => sum + batch.saved, 0) },
    ...(last && { last: { tide: last.tide, why: last.why, skipped: last.skipped } }),
    ...(abandoned !== undefined && { abandoned }),
  }
}

export function epochGroups(view: View): ReadonlyMap<number, readonly Batch[]> {
  return Map.groupBy(
    currentBatches(view).filter((batch) => batch.epoch !== undefined && !isUndo(batch)),
    (batch) => batch.epoch ?? 0,
  )
}

/** Without those of a conversation that another list took the place of. */
function currentBatches({ batches, slots }: View): readonly Batch[] {
  const start = slots[0]?.seq ?? 0
  return batches.filter(({ seq }) => seq > start)
}

function epochs(view: View): EpochReport[] {
  return [...epochGroups(view)].map(([seq, group]) => ({
    seq,
    at: group[0]?.at ?? 0,
    batches: group.map(({ seq: number, by, why, edits, saved }) => ({
      seq: number,
      by,
      why,
      edits: edits.length,
      saved,
    })),
    isUndone: group.every((batch) => !batch.active),
  }))
}
