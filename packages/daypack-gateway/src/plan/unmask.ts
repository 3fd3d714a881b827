import type { Json } from 'daypack'
import { isMasked } from '../session/clients.ts'

/** Some clients mask old results and break the cache; with those of the last request in their place. Undefined: none is masked. */
export function unmasked(list: readonly Json[], last: readonly Json[] = []): readonly Json[] | undefined {
  const next = list.map((item, index) => {
    const before = last[index]
    if (before === undefined || item === before) return item
    const text = JSON.stringify(item)
    if (!isMasked(text)) return item
    const whole = JSON.stringify(before)
    const ids = idsIn(text)
    return isMasked(whole) || ids === '' || idsIn(whole) !== ids ? item : before
  })
  return next.some((item, index) => item !== list[index]) ? next : undefined
}

function idsIn(text: string): string {
  return [...text.matchAll(/"(?:tool_use_id|tool_call_id|call_id|id)":"([^"]*)"/g)].map(([, id]) => id).join(' ')
}
