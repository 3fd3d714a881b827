import type { Batch, Millis, Seq, Tokens } from 'daypack'
import { epochGroups } from 'daypack/internal'
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

/** Every epoch of a timeline, in order. */
export function epochsOf({ view, rows }: Timeline): Epoch[] {
  return [...epochGroups(view).values()].map((batches, index) => {
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
