import { type Tokens, sumOf } from '../model/json.ts'
import { atoms, isMessage, isRequest } from '../view/read.ts'
import type { Item } from '../view/view.ts'

export type Tail = {
  readonly share?: number
  readonly minTokens?: Tokens
  readonly maxTokens?: Tokens
  /** The least number of messages to keep, and of turns, as long as those fit twice the limit. */
  readonly minMessages?: number
  readonly minTurns?: number
}

export type SplitOptions = { readonly keepRecent?: number; readonly tail?: Tail }

/** As the documents have it: an exact number of tokens; the newest message always stays. */
export const EXACT_TAIL: Tail = { share: 0.1, minTokens: 0, maxTokens: Infinity, minMessages: 1, minTurns: 0 }

/** Never separates a call from its results or a request from its answer; the newest atom always stays. */
export function splitTail(
  items: readonly Item[],
  limit: Tokens,
  options: SplitOptions,
  sizeOf: (item: Item) => Tokens,
): number {
  const { keepRecent, tail = {} } = options
  const { minMessages = 2, minTurns = 0 } = tail
  const units = atoms(items)
  let start = items.length
  let tokens = 0
  let turns = 0
  for (let index = units.length - 1; index >= 0; index--) {
    const { from, to } = units[index] as { from: number; to: number }
    const size = sumOf(items.slice(from, to), sizeOf)
    const kept = items.length - start
    const room = turns < minTurns ? limit * 2 : limit
    const wanted = keepRecent === undefined ? kept < minMessages || tokens + size <= room : kept < keepRecent
    if (start < items.length && !wanted) break
    start = from
    tokens += size
    if (isRequest(items[from])) turns++
  }
  const before = items[start - 1]
  const first = items[start]
  const opens = isMessage(first) && first.message.role === 'assistant'
  return opens && isRequest(before) && sizeOf(before) <= Math.max(limit, 500) ? start - 1 : start
}
