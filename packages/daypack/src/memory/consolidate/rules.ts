import type { NoteEntry } from '../notes/entries.ts'
import { contentTerms, likeness, normalForm, share } from '../trust/terms.ts'
import { labelled } from '../notes/statement.ts'
import { piecesOf, weight } from '../write/clauses.ts'
import { lastDay } from '../notes/last-day.ts'
import { byAge, pastOf } from '../write/past.ts'
import { changedBy, type Past, withoutQuote } from '../write/refers.ts'
import { withoutPart } from './apply.ts'
import { whyPassing } from './candidates.ts'
import type { Candidate, MemoryEdit } from '../write/edit.ts'
import { contradicts } from './contradiction.ts'
import { isSameWish } from './same-wish.ts'
import { titled } from './titled.ts'
import { kindOnPage, worded } from './worded.ts'

const SAME = 0.8

/** Decide without a model: known statements are corroborated, longer ones refine, opposed ones correct, new ones are added. */
export function decideByRules(entries: readonly NoteEntry[], candidates: readonly Candidate[]): MemoryEdit[] {
  const edits: MemoryEdit[] = []
  const past = pastOf(entries)
  let known: Known[] = byAge(entries).map(({ text, struck, source }) => ({
    text,
    struck,
    ...(struck && { until: lastDay(source) }),
  }))
  for (const candidate of candidates) {
    const edit = decide(known, candidate, past)
    if (edit === undefined) continue
    edits.push(edit)
    if (edit.op === 'correct') past.push({ text: edit.part ?? edit.entry, by: edit.text })
    if ('entry' in edit && edit.op !== 'corroborate') known = known.filter(({ text }) => text !== edit.entry)
    if ('text' in edit) known.push({ text: edit.text, struck: false })
    const rest = edit.op === 'correct' && edit.part !== undefined ? withoutPart(edit.entry, edit.part) : undefined
    if (rest !== undefined) known.push({ text: rest, struck: false })
  }
  return edits
}

type Known = { readonly text: string; readonly struck: boolean; readonly until?: string }

function decide(known: readonly Known[], candidate: Candidate, past: readonly Past[]): MemoryEdit | undefined {
  const cites = [candidate]
  const terms = contentTerms(candidate.text)
  // What a person wrote into the log stays as they wrote it.
  const isOurs = candidate.source.from.length > 0
  const line = isOurs ? worded(candidate.text) : candidate.text
  const key = normalForm(candidate.text)
  // Said anew on a later day, it holds again.
  const isPast = ({ text, struck, until = '' }: Known): boolean =>
    struck && normalForm(text) === key && candidate.day <= until
  if (known.some(isPast)) return undefined
  const live = known.filter(({ struck }) => !struck)
  const same = live.find(
    ({ text }) => isSame(text, candidate.text) && !contradicts(candidate.text, labelled(text).text),
  )
  if (same !== undefined) return { op: 'corroborate', entry: same.text, cites }
  const pointed = pointedAt(candidate.text, live)
  if (pointed !== undefined)
    return { op: 'correct', ...pointed, text: titled(line, labelled(pointed.entry).text), cites }
  const opposed = live.find(({ text }) => contradicts(candidate.text, labelled(text).text))
  if (opposed !== undefined && whyPassing(candidate) === undefined)
    return {
      op: 'correct',
      entry: opposed.text,
      text: titled(line, labelled(opposed.text).text),
      cites,
      ...clauseOpposed(opposed.text, candidate),
    }
  const changed = mostTakenBack(live, candidate.text, past)
  if (changed !== undefined)
    return { op: 'correct', ...changed, text: titled(line, labelled(changed.part).text), cites }
  if (whyPassing(candidate) !== undefined) return undefined
  const shorter = live.find(({ text }) => isRefined(text, terms))
  if (shorter !== undefined) return { op: 'refine', entry: shorter.text, text: line, cites }
  return { op: 'add', kind: isOurs ? kindOnPage(candidate.kind, line) : candidate.kind, text: line, cites }
}

/** `It's at 4 instead (said to: “The dentist is at 3”)`: the line it names, where that stands here. */
function pointedAt(
  text: string,
  live: readonly Known[],
): { readonly entry: string; readonly part: string } | undefined {
  const { said, quote } = withoutQuote(text)
  if (quote === '') return undefined
  // What it opposes by its own words goes before the line beside it.
  if (live.some((line) => contradicts(said, labelled(line.text).text))) return undefined
  const entry = live.findLast((line) => quotedIn(labelled(line.text).text, quote) !== undefined)
  if (entry === undefined) return undefined
  const line = labelled(entry.text).text
  return { entry: entry.text, part: changedBy(said, [line])?.part ?? quotedIn(line, quote) ?? line }
}

/** A quote as it stands in a line of the page, which may have a capital and lack a `please`; what that quotes is not its own. */
function quotedIn(line: string, quote: string): string | undefined {
  const run = line.toLowerCase()
  const own = withoutQuote(line).said.length
  for (const each of [quote, worded(quote)]) {
    const at = run.indexOf(each.toLowerCase())
    if (at >= 0 && at < own) return line.slice(at, at + each.length)
  }
  return undefined
}

/** The one clause of an entry that is opposed, where the others each say something of their own. */
function clauseOpposed(entry: string, { text }: Candidate): { readonly part?: string } {
  const clauses = piecesOf(labelled(entry).text)
  const [opposed, ...more] = clauses.filter((clause) => contradicts(text, clause))
  const part = opposed ?? onlyAbout(text, clauses)
  const others = clauses.filter((clause) => clause !== part)
  if (part === undefined || more.length > 0 || others.length === 0) return {}
  return others.every((clause) => clause.split(/\s+/).length >= 3 || weight(clause) >= CLAUSE_WEIGHT) ? { part } : {}
}

/** The one clause that shares a word with a statement. */
function onlyAbout(text: string, clauses: readonly string[]): string | undefined {
  const terms = contentTerms(text)
  const [only, ...more] = clauses.filter((clause) => share(contentTerms(clause), terms) > 0)
  return more.length === 0 ? only : undefined
}

/** Of a clause without blanks. */
const CLAUSE_WEIGHT = 9

/** The statement a change is about; the newest of those that fit alike. */
function mostTakenBack(
  live: readonly { text: string }[],
  now: string,
  past: readonly Past[],
): { readonly entry: string; readonly part: string } | undefined {
  const lines = live.map(({ text }) => ({ text, said: labelled(text).text }))
  const saidOf = (entry: string): string => labelled(entry).text
  const found = changedBy(
    now,
    lines.map(({ said }) => said),
    past.map(({ text, by }) => ({ text: saidOf(text), by: saidOf(by) })),
  )
  const entry = lines.findLast(({ said }) => said === found?.line)
  return found === undefined || entry === undefined ? undefined : { entry: entry.text, part: found.part }
}

function isSame(text: string, said: string): boolean {
  if (normalForm(text) === normalForm(said)) return true
  const terms = contentTerms(said)
  return (terms.size > 3 && likeness(terms, contentTerms(text)) >= SAME) || isSameWish(text, said)
}

/** All the words of the old statement and more of them. */
function isRefined(text: string, terms: ReadonlySet<string>): boolean {
  const old = contentTerms(text)
  return old.size >= 3 && terms.size > old.size && share(old, terms) === 1
}
