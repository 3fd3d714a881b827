import { createHash } from 'node:crypto'
import type { DayPlace, DayStore, DialogRecord, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Json } from '../model/json.ts'
import { slicer } from '../model/slices.ts'
import type { Slot, View } from '../view/view.ts'
import { dialogMessage, type ToDialog } from './dialog-message.ts'

/** Takes the secrets out of a copy; the log keeps the original. */
export type Redact = (value: Json) => Json

export type ArchiveBy = ToDialog & { readonly redact?: Redact }

async function recordOf(session: SessionId, slot: Slot, by: ArchiveBy): Promise<DialogRecord> {
  // Tells a changed message from the one archived under its number; it proves nothing.
  const sha256 = createHash('sha256').update(JSON.stringify(slot.message)).digest('hex').slice(0, 16)
  const message = (await dialogMessage(session, slot, by)) as unknown as Json
  return { session, seq: slot.seq, at: slot.at, sha256, message: by.redact ? by.redact(message) : message }
}

/**
 * Append messages to the day files of their dates. Doing it again writes nothing and answers the same places.
 *
 * @example
 * import { archive } from 'daypack/archive'
 * import { memoryDriver } from 'daypack/drivers'
 * import { openDesk, request } from 'daypack-testing'
 *
 * const desk = openDesk()
 * await desk.say(request('Hello.'))
 * const { days } = memoryDriver({ zone: 'UTC' })
 * const places = await archive(days, 's', desk.view.slots, { zone: 'UTC', read: async () => '' })
 * if (places.length !== 1) throw new Error('one line of one day file')
 */
export async function archive(
  days: DayStore,
  session: SessionId,
  slots: readonly Slot[],
  by: ArchiveBy,
): Promise<readonly DayPlace[]> {
  if (slots.length === 0) return []
  const records: DialogRecord[] = []
  const slice = slicer()
  for (const slot of slots) {
    records.push(await recordOf(session, slot, by))
    await slice(slot.sizes.reduce((sum, { bytes }) => sum + bytes, 0))
  }
  return days.append(records)
}

export type Archiver = (session: SessionId, slots: readonly Slot[], by: ArchiveBy) => Promise<readonly DayPlace[]>

/** Remembers what it archived, so a fold over an earlier fold costs only what is new. */
export function archiver(days: DayStore): Archiver {
  const known = new WeakMap<Slot, DayPlace>()
  return async (session, slots, by) => {
    const fresh = slots.filter((slot) => !known.has(slot))
    const places = new Map((await archive(days, session, fresh, by)).map((place) => [place.seq, place]))
    for (const slot of fresh) {
      const place = places.get(slot.seq)
      if (place) known.set(slot, place)
    }
    return slots.flatMap((slot) => known.get(slot) ?? [])
  }
}

export function slotsBetween(view: View, from: Seq, to: Seq): Slot[] {
  return view.slots.filter((slot) => slot.seq >= from && slot.seq <= to)
}

export async function ownLines(days: DayStore, session: SessionId, day: string): Promise<string | undefined> {
  const records = await days.read(day)
  if (!records.some((record) => record.session === session)) return undefined
  return records.map((record) => (record.session === session ? JSON.stringify(record.message) : '')).join('\n')
}
