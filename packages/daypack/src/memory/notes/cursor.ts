import { createHmac } from 'node:crypto'
import { isObject } from '../../model/json.ts'
import type { MemoryState } from './state.ts'

/** What was read of a day's log: the file as it was, and its statements as digests. */
export type Consumed = { readonly hash: string; readonly entries: ReadonlySet<string> }

/** Each day by itself, so that a day that went wrong holds up no other. */
export function consumed(state: MemoryState): ReadonlyMap<string, Consumed> {
  const days = new Map<string, Consumed>()
  for (const { data } of state.all('consolidated')) {
    const { day, hash, entries } = data
    if (typeof day !== 'string' || typeof hash !== 'string') continue
    const fresh = Array.isArray(entries) ? entries.filter((each) => typeof each === 'string') : []
    days.set(day, { hash, entries: new Set([...(days.get(day)?.entries ?? []), ...fresh]) })
  }
  return days
}

export async function markConsumed(
  state: MemoryState,
  fact: {
    day: string
    hash: string
    entries: readonly string[]
    state: string
    left: readonly { line: string; why: string }[]
  },
): Promise<void> {
  await state.add('consolidated', { ...fact, entries: [...fact.entries], left: [...fact.left] })
}

export function digestOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`entry ${text}`).digest('hex').slice(0, 12)
}

/** Lines of merged days that are not in MEMORY.md, each with the reason; the newest last. */
export function leftLines(state: MemoryState): { line: string; why: string }[] {
  return state.all('consolidated').flatMap(({ data }) =>
    (Array.isArray(data['left']) ? data['left'] : []).flatMap((each) => {
      if (!isObject(each)) return []
      const { line, why } = each
      return typeof line === 'string' && typeof why === 'string' ? [{ line, why }] : []
    }),
  )
}
