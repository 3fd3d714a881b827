import { createHmac } from 'node:crypto'
import type { MemoryState } from './state.ts'

/** What was read of a day's log: the file as it was, and its statements as digests. */
export type Consumed = { readonly hash: string; readonly entries: ReadonlySet<string> }

/** Each day by itself, so that a day that went wrong holds up no other. */
export function consumed(state: MemoryState): ReadonlyMap<string, Consumed> {
  const days = new Map<string, Consumed>()
  for (const { data } of state.all('consolidated')) {
    const { day, hash, entries = [] } = data
    days.set(day, { hash, entries: new Set([...(days.get(day)?.entries ?? []), ...entries]) })
  }
  return days
}

export function digestOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`entry ${text}`).digest('hex').slice(0, 12)
}
