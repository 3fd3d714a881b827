import { intake, type Intake } from '../log/intake.ts'
import { hashOf } from '../log/hash.ts'
import { match } from '../log/sync.ts'
import type { Decoded } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type Draft } from '../model/entry.ts'
import { lowerBound } from '../model/lower-bound.ts'
import type { Message } from '../model/message.ts'
import type { Slot, View } from '../view/view.ts'

/** The list a caller sent last and the slot of each message: what is the same object needs no second look. */
export type Resent = { readonly messages: readonly Message[]; readonly seqs: readonly Seq[] }
export const NOTHING_SENT: Resent = { messages: [], seqs: [] }

export type Received = {
  readonly drafts: readonly Draft[]
  /** Slots of the incoming messages; those that are new get theirs when the drafts are numbered. */
  readonly seqs: readonly (Seq | undefined)[]
  /** How many messages at the start are the very objects of the last time. */
  readonly same: number
}

/** Match a resent conversation against the log: what has to be appended so that the log says the same. */
export async function receive(view: View, decoded: Decoded, last: Resent, by: Intake): Promise<Received> {
  const { messages, system } = decoded
  const same = sameObjects(messages, last, view)
  const known = callerSlots(view, last.seqs[same - 1] ?? 0)
  const incoming = messages.slice(same)
  const matched = match(known, incoming.map(hashOf))
  const drafts: Draft[] = []
  if (system && hashOf(system) !== view.system?.hash) drafts.push(await intake(system, by, { replaces: SYSTEM_SLOT }))
  if (matched.rewind)
    drafts.push({ kind: 'mark', name: 'rewind', data: { after: matched.rewind.after || (last.seqs[same - 1] ?? 0) } })
  for (const [index, message] of incoming.entries()) {
    const replaces = matched.replaced.get(index)
    if (matched.slots[index] !== undefined && replaces === undefined) continue
    drafts.push(await intake(message, by, replaces === undefined ? {} : { replaces }))
  }
  return { drafts, seqs: [...last.seqs.slice(0, same), ...matched.slots], same }
}

function sameObjects(messages: readonly Message[], last: Resent, view: View): number {
  const limit = Math.min(messages.length, last.messages.length)
  let same = 0
  while (same < limit && messages[same] === last.messages[same]) same++
  const end = view.slots.at(-1)?.seq ?? 0
  while (same > 0 && (last.seqs[same - 1] ?? 0) > end) same--
  return same
}

/** The caller's own messages on the branch behind a slot. */
function callerSlots(view: View, after: Seq): Slot[] {
  const from = lowerBound(view.slots.length, (index) => (view.slots[index]?.seq ?? 0) <= after)
  return view.slots.slice(from).filter((slot) => slot.origin === 'caller')
}
