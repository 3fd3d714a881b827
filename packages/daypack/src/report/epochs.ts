import type { Seq } from '../model/edit.ts'
import type { Millis, Tokens } from '../model/json.ts'
import { isUndo } from '../view/read.ts'
import type { Batch } from '../view/view.ts'
import type { Timeline } from './timeline.ts'

/** A moment when bytes already sent changed. */
export type Epoch = {
  /** From 1. */
  readonly number: number
  /** Its last batch. */
  readonly seq: Seq
  readonly at: Millis
  readonly saved: Tokens
  readonly batches: readonly Batch[]
  readonly isUndone: boolean
  /** Position of the first request that was sent with it; -1 when none was yet. */
  readonly request: number
}

/** Batches that landed together, by the number their epoch has in the log. */
export function epochGroups(batches: readonly Batch[]): ReadonlyMap<number, readonly Batch[]> {
  return Map.groupBy(
    batches.filter((batch) => batch.epoch !== undefined && !isUndo(batch)),
    (batch) => batch.epoch ?? 0,
  )
}

/**
 * Every epoch of a timeline, in order.
 *
 * @example
 * import { epochsOf, timeline } from 'daypack'
 * import { answer, openDesk, request } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Hello.'))
 * desk.bill({ input: 20, cacheRead: 0, cacheWrite: 0, output: 5 })
 * await desk.say(answer('Hello to you.'))
 * const line = timeline()
 * line.take(desk.entries)
 * if (epochsOf(line.now()).length !== 0) throw new Error('nothing was rewritten yet')
 */
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
