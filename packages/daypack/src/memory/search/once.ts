import { withoutDay } from '../notes/as-of.ts'
import { withoutCloser } from '../notes/edges.ts'
import { isLongTerm } from '../notes/path.ts'
import { withoutMarks } from '../notes/source.ts'
import { labelled } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
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
    const said = isLongTerm(unit.text.path) ? [] : keysOf(unit).map((key) => lasting.get(key))
    const [first] = said
    if (first === undefined || said.includes(undefined)) {
      result.push(unit)
      shown.add(unit)
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
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, ''))
    .map((line) => keyOf(labelled(line.replace(/^~~(.*?)~~.*$/, '$1')).text))
    .filter((key) => key !== '')
}

/** Alike on a page and in a log, whose lines lack the day and keep a `please`. */
function keyOf(line: string): string {
  return normalForm(withoutCloser(withoutDay(line).text))
}
