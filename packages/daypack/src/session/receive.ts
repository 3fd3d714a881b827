import { hashOf } from '../log/hash.ts'
import { match } from '../log/sync.ts'
import type { Decoded } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import { SYSTEM_SLOT, type MarkEntry } from '../model/entry.ts'
import { lowerBound } from '../model/lower-bound.ts'
import type { Message } from '../model/message.ts'
import type { Slot, View } from '../view/view.ts'

/** The list a caller sent last, and the slot each of its messages stands in: ascending, as the list is. */
export type Resent = { readonly messages: readonly Message[]; readonly seqs: readonly Seq[] }
export const NOTHING_SENT: Resent = { messages: [], seqs: [] }

/** Something the log does not say yet: a message, in a slot of its own or in place of another, or that the caller went back. */
export type News = { readonly message: Message; readonly replaces?: Seq } | MarkEntry
export type Received = {
  readonly news: readonly News[]
  readonly resent: Resent
  /** The newest request where it is in the log already: memory has not been asked about it. */
  readonly asked?: Message
}

/** Match a resent conversation against the log: what has to be appended so that the log says the same. Pure. */
export function receive(view: View, decoded: Decoded, last: Resent): Received {
  const { messages } = decoded
  const same = sameObjects(messages, last, view)
  const start = last.seqs[same - 1] ?? 0
  const incoming = messages.slice(same)
  const matched = match(callerSlots(view, start), incoming.map(hashOf))
  const news: News[] = instructed(view, decoded.system)
  if (matched.rewind) news.push({ kind: 'mark', name: 'rewind', data: { after: matched.rewind.after || start } })
  const seqs = incoming.map((message, index) => {
    const slot = matched.slots[index]
    const replaces = matched.replaced.get(index)
    if (slot !== undefined && replaces === undefined) return slot
    news.push(replaces === undefined ? { message } : { message, replaces })
    return slot ?? view.head + news.length
  })
  // Callers push to the array they sent.
  return { news, resent: { messages: [...messages], seqs: [...last.seqs.slice(0, same), ...seqs] } }
}

/** A system prompt that is new or has changed. */
export function instructed(view: View, system: Message | undefined): News[] {
  return system && hashOf(system) !== view.system?.hash ? [{ message: system, replaces: SYSTEM_SLOT }] : []
}

/** The newest request of a caller that appends. What memory knew about it stands behind it, so it is asked once. */
export function asked(view: View): Pick<Received, 'asked'> {
  const last = view.slots.at(-1)
  return last?.origin === 'caller' ? { asked: last.message } : {}
}

/** How many messages at the start are the very objects of the last time: they need no second look. */
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
