import type { View } from 'daypack'

/** A run of messages by the numbers `/history` shows, which are the only ones a user sees. */
export function numbers({ slots }: View, from: number, to: number): string {
  const first = slots.findIndex((slot) => slot.seq >= from) + 1
  const last = slots.findLastIndex((slot) => slot.seq <= to) + 1
  return first >= last ? `number ${last}` : `numbers ${first} to ${last}`
}
