import { isLongTerm } from '../notes/path.ts'
import { withoutMarks } from '../notes/source.ts'
import { labelled } from '../notes/statement.ts'
import { normalForm } from '../trust/terms.ts'
import type { Ranked } from './rank.ts'

/**
 * Each statement once: what MEMORY.md says, a day's log need not say again. The line of MEMORY.md takes the better place of
 * the two; where it is struck there, the log no longer passes for true.
 */
export function once(ranked: readonly Ranked[]): Ranked[] {
  const lasting = new Map<string, Ranked>()
  for (const unit of ranked) {
    if (!isLongTerm(unit.text.path)) continue
    for (const key of keysOf(unit)) {
      const known = lasting.get(key)
      if (known === undefined || STRUCK.test(known.text.text)) lasting.set(key, unit)
    }
  }
  if (lasting.size === 0) return [...ranked]
  const shown = new Set<Ranked>()
  const result: Ranked[] = []
  for (const unit of ranked) {
    if (shown.has(unit)) continue
    const keys = isLongTerm(unit.text.path) ? [] : keysOf(unit)
    const said = keys.map((key) => lasting.get(key))
    const [first] = said
    if (first === undefined || said.includes(undefined)) {
      result.push(unit)
      continue
    }
    if (!shown.has(first)) result.push({ ...first, score: Math.max(first.score, unit.score) })
    shown.add(first)
  }
  return result
}

const STRUCK = /^\s*(?:[-*+]\s+)?~~/m

/** The statements of a unit, one a line; headings say nothing. */
function keysOf({ text }: Ranked): string[] {
  return withoutMarks(text.text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').replace(/^~~(.*?)~~.*$/, '$1'))
    .map((line) => normalForm(labelled(line).text))
    .filter(Boolean)
}
