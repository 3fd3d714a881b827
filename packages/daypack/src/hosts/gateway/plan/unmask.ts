import type { Json } from '../../../model/json.ts'
import { isMasked } from '../session/clients.ts'

/** Some clients mask old results and break the cache; the unmasked ones of the last request are used instead. */
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

function idsIn(text: string): string {
  return [...text.matchAll(/"(?:tool_use_id|tool_call_id|call_id|id)":"([^"]*)"/g)].map(([, id]) => id).join(' ')
}
