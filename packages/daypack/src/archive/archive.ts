import { createHash } from 'node:crypto'
import type { DayPlace, DayStore, DialogRecord, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Json } from '../model/json.ts'
import type { Slot, View } from '../view/view.ts'

/** Takes the secrets out of a copy; the log keeps the original. */
export type Redact = (value: Json) => Json

/**
 * A message as a line of the dialog: as it came, without secrets; what was offloaded stands there as its hash, size and
 * lines. The hash is that of the message as it came.
 */
export function recordOf(session: SessionId, slot: Slot, redact: Redact = (value) => value): DialogRecord {
  const message = slot.message as unknown as Json
  const sha256 = createHash('sha256').update(JSON.stringify(message)).digest('hex')
  return { session, seq: slot.seq, at: slot.at, sha256, message: redact(message) }
}

/** Append messages to the day files of their dates. Doing it again writes nothing and answers the same places. */
export async function archive(
  days: DayStore,
  session: SessionId,
  slots: readonly Slot[],
  redact?: Redact,
): Promise<readonly DayPlace[]> {
  return slots.length === 0 ? [] : days.append(slots.map((slot) => recordOf(session, slot, redact)))
}

/** The messages from one seq to another, folded or not. */
export function slotsBetween(view: View, from: Seq, to: Seq): Slot[] {
  return view.slots.filter((slot) => slot.seq >= from && slot.seq <= to)
}

/** Archive everything `after` folds that `before` did not: to be durable before the folds are committed (INV-36). */
export async function archiveFolds(
  days: DayStore,
  session: SessionId,
  before: View,
  after: View,
): Promise<readonly DayPlace[]> {
  const known = new Set(before.items.flatMap((item) => (item.kind === 'fold' ? [item.batch] : [])))
  const wanted = new Set<Slot>()
  for (const item of after.items) {
    if (item.kind !== 'fold' || known.has(item.batch)) continue
    for (const slot of slotsBetween(after, item.seq, item.to)) wanted.add(slot)
  }
  return archive(days, session, [...wanted])
}
