import type { Seq } from '../model/edit.ts'
import type { Millis, Tokens } from '../model/json.ts'
import { isUndo } from '../view/read.ts'
import type { Batch } from '../view/view.ts'
import type { Timeline } from './timeline.ts'

export type Epoch = {
  readonly number: number
  readonly seq: Seq
  readonly at: Millis
  readonly saved: Tokens
  readonly batches: readonly Batch[]
  readonly isUndone: boolean
  readonly request: number
}

export function epochGroups(batches: readonly Batch[]): ReadonlyMap<number, readonly Batch[]> {
  return Map.groupBy(
    batches.filter((batch) => batch.epoch !== undefined && !isUndo(batch)),
    (batch) => batch.epoch ?? 0,
  )
}

/** Every epoch of a timeline, in order. */
export function epochsOf({ view, rows }: Timeline): Epoch[] {
  return [...epochGroups(view.batches).values()].map((batches, index) => {
    const seq = batches.at(-1)?.seq ?? 0
    return {
      number: index + 1,
      seq,
      at: batches[0]?.at ?? 0,
      saved: batches.reduce((sum, batch) => sum + batch.saved, 0),
      batches,
      isUndone: batches.every((batch) => !batch.active),
      request: rows.findIndex((row) => row.head >= seq),
    }
  })
}
