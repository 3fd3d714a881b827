import { withoutDay } from '../notes/as-of.ts'
import { withoutCloser } from '../notes/edges.ts'
import { dayOfLog, isLongTerm } from '../notes/path.ts'
import { saidToIn } from '../notes/said-to.ts'
import { withoutMarks } from '../notes/source.ts'
import { labelled } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import type { Ranked } from './rank.ts'

/**
 * Each statement once: what MEMORY.md says, a day's log need not say again. The line of MEMORY.md takes the better place of
 * the two; where it is struck there, the log no longer passes for true. A log line of which one clause was struck gives way
 * to what is left of it.
 */
export function once(ranked: readonly Ranked[]): Ranked[] {
  const lasting = new Map<string, Ranked>()
  for (const unit of ranked) {
    if (!isLongTerm(unit.text.path)) continue
    for (const key of linesOf(unit).flatMap(({ key, line }) => [key, ...untitled(line)])) {
      const known = lasting.get(key)
      if (known === undefined || STRUCK.test(known.text.text)) lasting.set(key, unit)
    }
  }
  if (lasting.size === 0) return [...ranked]
  const partly = partlyStruck(ranked)
  const shown = new Set<Ranked>()
  const result: Ranked[] = []
  for (const unit of ranked) {
    if (shown.has(unit)) continue
    const said = isLongTerm(unit.text.path)
      ? []
      : keysOf(unit).map((key) => lasting.get(key) ?? partly(dayOfLog(unit.text.path), key))
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
/** `(until [2026-05-01](…))`, in any language. */
const UNTIL = /~~.*\b(\d{4}-\d{2}-\d{2})\b/

/**
 * For a line of an earlier day's log that holds a clause struck since: what MEMORY.md keeps of that line, or else the struck
 * clause.
 */
function partlyStruck(ranked: readonly Ranked[]): (day: string | undefined, key: string) => Ranked | undefined {
  const lines = ranked
    .filter(({ text }) => isLongTerm(text.path))
    .flatMap((unit) => linesOf(unit).map(({ key, line }) => ({ unit, key, until: UNTIL.exec(line)?.[1] })))
  return (day, key) => {
    if (day === undefined) return undefined
    const held = lines.filter((each) => key.includes(each.key))
    const struck = held.find(({ until }) => until !== undefined && day < until)
    return struck && (held.find(({ until }) => until === undefined) ?? struck).unit
  }
}

function keysOf(unit: Ranked): string[] {
  return linesOf(unit).map(({ key }) => key)
}

/** The statements of a unit, one a line; headings say nothing. */
function linesOf({ text }: Ranked): { key: string; line: string }[] {
  return withoutMarks(text.text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, ''))
    .map((line) => ({ line, key: keyOf(labelled(line.replace(/^~~(.*?)~~.*$/, '$1')).text) }))
    .filter(({ key }) => key !== '')
}

/** Alike on a page and in a log, whose lines lack the day and keep a `please`. */
function keyOf(line: string): string {
  return normalForm(withoutCloser(saidToIn(withoutDay(line).text)))
}

/** `The second shop: opening moved to June` is what the log says as `opening moved to June`. */
function untitled(line: string): string[] {
  const said = /^[^:：]{2,40}[:：]\s*(\S.*)$/u.exec(line)?.[1]
  return said === undefined ? [] : [keyOf(said)]
}
