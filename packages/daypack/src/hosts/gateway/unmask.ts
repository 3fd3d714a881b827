import type { Json } from '../../model/json.ts'
import { isMasked } from './clients.ts'

/**
 * Some clients shorten old results in their own list, by a count no bill can steer, and break the cache with every pass.
 * What the last request said in that place is taken instead: it is in the log, and is shown as short as it pays. Without
 * call ids nothing says that it is the same result.
 * The same list comes back when nothing was masked.
 */
export function unmasked(list: readonly Json[], last: readonly Json[] | undefined): readonly Json[] {
  if (!last) return list
  let isChanged = false
  const next = list.map((item, index) => {
    const before = last[index]
    if (before === undefined || item === before) return item
    const text = JSON.stringify(item)
    if (!isMasked(text)) return item
    const whole = JSON.stringify(before)
    const ids = idsIn(text)
    if (isMasked(whole) || ids === '' || idsIn(whole) !== ids) return item
    isChanged = true
    return before
  })
  return isChanged ? next : list
}

/** The calls an item answers. */
function idsIn(text: string): string {
  return [...text.matchAll(/"(?:tool_use_id|tool_call_id|call_id|id)":"([^"]*)"/g)].map(([, id]) => id).join(' ')
}
