import { withDay } from '../notes/as-of.ts'
import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { lineId } from '../notes/lines.ts'
import { headingIn, isOurs, pageOf, withInstead, withLine } from '../notes/page.ts'
import { joinSources, type Source } from '../notes/provenance.ts'
import { marked } from '../notes/source.ts'
import { oneLine } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { contentTerms, likeness } from '../trust/terms.ts'
import { isOfItsDay, worded } from '../write/line.ts'
import { LEAST, score } from '../write/score.ts'
import type { Candidate } from './candidates.ts'

/** Statements that share this much of their words are the same. */
const SAME = 0.8
/** With this much, they speak of the same subject. */
const SUBJECT = 1 / 3
/** A fact confirmed every day must not grow every day: the first source and the newest ones. */
const MAX_SOURCES = 6

/** The page with a line in it, or why the line is not merged. */
export type Merged = { readonly text: string } | { readonly why: string }

/** Lines a model may name as the log had them: their ids there, and what the page says. */
export type Names = Map<string, string>

/**
 * Merge one line of a log into the page. What a model wrote is done as it says, by id; a line of the rules is only added, and
 * strikes nothing.
 */
export function mergeLine(before: string, line: Candidate, names: Names = new Map()): Merged {
  const { source, day, kind } = line
  const page = pageOf(before, [line.text])
  const text = before === '' ? `# ${page.title}\n` : before
  const entries = entriesOf(text)
  const live = entries.filter(({ struck }) => !struck)
  const until = entries.find((each) => each.struck && normalForm(each.text) === normalForm(line.text))
  // Said anew on a later day, it holds again.
  if (until !== undefined && day <= lastDay(until.source) && !line.ends)
    return { why: `no longer true since ${lastDay(until.source)}` }

  const isModels = source.writer === 'model' || source.replaces !== undefined
  const named = live.find(
    ({ text: said }) => lineId(said) === source.replaces || said === names.get(source.replaces ?? ''),
  )
  if (isModels && named === undefined && line.ends) return { why: 'what it ends is not there any more' }
  if (isModels && named !== undefined) return { text: replaced(named) }

  const same = live.find((each) =>
    isModels ? normalForm(each.text) === normalForm(line.text) : isSame(each.text, line.text),
  )
  if (same !== undefined) return { text: corroborated(same) }
  if (!isModels && !line.labelled && score(line.text) <= LEAST) return { why: 'a passing remark' }
  // What a person wrote into the log stays as they wrote it.
  const said = isModels || source.from.length === 0 ? line.text : worded(line.text)
  names.set(lineId(line.text), said)
  const terms = contentTerms(said)
  const isNewer = !isModels && live.some((each) => likeness(contentTerms(each.text), terms) >= SUBJECT)
  return { text: withLine(text, kind, marked(`- ${shown(said, isNewer)}`, cited(line)), page) }

  /** With its day, where that tells which of two is the newer, or when `now` was. */
  function shown(statement: string, isDated = false): string {
    return withDay(oneLine(statement), isDated || isOfItsDay(statement) ? day : '', page)
  }
  function corroborated(entry: NoteEntry): string {
    const { from } = joinSources([entry.source, cited(line)])
    const fewest = from.length <= MAX_SOURCES ? from : [...from.slice(0, 1), ...from.slice(1 - MAX_SOURCES)]
    const asOf = entry.asOf && day > entry.asOf ? day : entry.asOf
    const now = `${bulletOf(text, entry)}${withDay(entry.text, asOf, page)}`
    return withInstead(text, entry, [marked(now, { ...entry.source, from: fewest })])
  }
  /** What it takes the place of, or ends, moves to the last section, struck. */
  function replaced(entry: NoteEntry): string {
    const bullet = bulletOf(text, entry)
    const ended = page.until.replace('@day', day).replace('@link', () => `[${day}](${line.citation})`)
    const { replaces } = entry.source
    const both = { ...joinSources([entry.source, cited(line)]), ...(replaces !== undefined && { replaces }) }
    const struck = marked(`${bullet}~~${entry.text.replaceAll('~~', '')}~~ (${ended})`, both)
    if (line.ends) return withLine(withInstead(text, entry, []), 'past', struck, page)
    const next = marked(`${bullet}${shown(line.text)}`, { ...cited(line), replaces: lineId(entry.text) })
    names.set(lineId(line.text), line.text)
    const heading = entry.section.at(-1) ?? ''
    const isMoved = isOurs(heading) && headingIn(page, kind) !== heading
    const held = isMoved ? withLine(withInstead(text, entry, []), kind, next, page) : withInstead(text, entry, [next])
    return withLine(held, 'past', struck, page)
  }
}

/** The line of the log is where it comes from. */
function cited({ source, citation }: Candidate): Source {
  return { ...joinSources([source]), from: [citation] }
}

function bulletOf(text: string, { startLine }: NoteEntry): string {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+/.exec(text.split(/\r?\n/)[startLine - 1] ?? '')?.[0] ?? '- '
}

/** The same statement in nearly the same words; a number or a name apart makes it another. */
function isSame(text: string, said: string): boolean {
  if (normalForm(text) === normalForm(said)) return true
  const [one, other] = [contentTerms(said), contentTerms(text)]
  const exact = (each: string): string => (each.match(/\p{N}+|(?<=\s)\p{Lu}\p{L}+/gu) ?? []).toSorted().join(' ')
  return one.size > 3 && likeness(one, other) >= SAME && exact(text) === exact(said)
}
