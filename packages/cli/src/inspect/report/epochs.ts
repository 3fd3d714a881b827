import type { Batch } from 'daypack'
import { epochGroups } from 'daypack/internal'
import type { EpochRow } from 'daypack-inspector/api'
import { epochReason } from '../../show/words.ts'
import type { Timeline } from './timeline.ts'

export type Epoch = EpochRow & { readonly batches: readonly Batch[] }

/** Every epoch of a timeline, in order. */
export function epochsOf({ view, rows, entries }: Timeline, window: number): Epoch[] {
  return [...epochGroups(view).values()].map((batches, index) => {
    const seq = batches.at(-1)?.seq ?? 0
    return {
      number: index + 1,
      seq,
      at: batches[0]?.at ?? 0,
      saved: batches.reduce((sum, batch) => sum + batch.saved, 0),
      edits: batches.reduce((sum, batch) => sum + batch.edits.length, 0),
      why: epochReason(entries, seq, window) ?? batches[0]?.why ?? '',
      isUndone: batches.every((batch) => !batch.active),
      request: rows.findIndex((row) => row.head >= seq),
      batches,
    }
  })
}
