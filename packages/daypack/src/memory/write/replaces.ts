import { anyLanguage, fromLanguages } from '../language/index.ts'
import { toldBy } from '../text/grams.ts'
import { contentTerms, share as shareOf } from '../trust/terms.ts'
import { CHANGE_WORDS } from './change-words.ts'
import { isAlike, isOther, subjectOf, type Values, type ValueSort, valuesOf } from './sorts.ts'

/** How surely a line's words say that something is no longer as it was, between 0 and 1. */
export function soundsChanged(text: string): number {
  return 1 / (1 + Math.exp(-wordsTell(text)))
}

const wordsTell = toldBy(CHANGE_WORDS)

/** So sure are the words of a change that it needs only one word in common with what it changes. */
const SURE = 0.95
/** Below this nothing is struck, whatever both have in common. */
const LIKELY = 0.6
/** So much of what the shorter line is about stands in the other. */
const SAME_SUBJECT = 0.6
const HALF = 0.5
/** Whoever writes more says more than one thing. */
const MAX_CHARS = 400

/**
 * The line of a page that a new one takes the place of: it is about the same and gives another value of one sort, or plainly
 * says that something changed. Undefined where that is not sure, or two lines fit alike: then both stay, each with its day.
 */
export function replaces(line: string, all: readonly string[]): string | undefined {
  if (line.length > MAX_CHARS) return undefined
  const page = all.filter((old) => !saysMore(line, old))
  const plain = page.findLast((old) => old.length <= MAX_CHARS && isPlain(line, old))
  if (plain !== undefined) return plain
  const change = soundsChanged(line)
  const scored = page.flatMap((old) => {
    const fit = old.length > MAX_CHARS ? 0 : fitOf(line, old, change)
    return fit > 0 ? [{ old, fit }] : []
  })
  const best = Math.max(0, ...scored.map(({ fit }) => fit))
  const [found, ...others] = scored.filter(({ fit }) => fit > best - CLOSE)
  return others.length === 0 ? found?.old : undefined
}

/** A clause of the old line is about something the new one does not touch: striking it would lose that. */
function saysMore(line: string, old: string): boolean {
  const terms = contentTerms(line)
  const clauses = old.split(/[,;，；]/).map((clause) => contentTerms(clause))
  return clauses.length > 1 && clauses.some((clause) => clause.size > 1 && shareOf(clause, terms) === 0)
}

/** Its wording alone says so: the same slot with another value, the same with or without a `not`, one thing instead of another. */
function isPlain(line: string, old: string): boolean {
  return isOtherValue(line, old) || isReversed(line, old) || isNamedInstead(line, old)
}

/** `My bank is KBC` after `my bank is Argenta`. */
function isOtherValue(line: string, old: string): boolean {
  return SLOTS().some((pattern) => {
    const [next, was] = [pattern.exec(line)?.groups, pattern.exec(old)?.groups]
    if (next === undefined || was === undefined || !isSameSlot(next['slot'] ?? '', was['slot'] ?? '')) return false
    const [value, before] = [contentTerms(next['value'] ?? ''), contentTerms(was['value'] ?? '')]
    const isNew = [...value].some((term) => !before.has(term))
    return (
      value.size > 0 && before.size > 0 && isNew && (shareOf(before, value) < HALF || NO().test(next['value'] ?? ''))
    )
  })
}

/** The invoice of customer 20 is not that of customer 21. */
function isSameSlot(a: string, b: string): boolean {
  if (a.trim().toLowerCase() === b.trim().toLowerCase()) return true
  if ((a.match(/\d+/g) ?? []).join() !== (b.match(/\d+/g) ?? []).join()) return false
  const [next, was] = [contentTerms(a), contentTerms(b)]
  return next.size > 0 && shareOf(next, was) === 1 && shareOf(was, next) === 1
}

/** The same words with and without a `not`. */
function isReversed(line: string, old: string): boolean {
  if (NO().test(line) === NO().test(old)) return false
  const [next, was] = [line, old].map((text) => contentTerms(text.replace(ORDER(), ' ')))
  return next !== undefined && was !== undefined && was.size > 0 && shareOf(next, was) === 1 && shareOf(was, next) === 1
}

/** `B instead of A`, `switched from A to B`: an old line about using A that does not know B. */
function isNamedInstead(line: string, old: string): boolean {
  const terms = contentTerms(old)
  return REPLACEMENTS().some((pattern) => {
    const { a = '', b = '' } = pattern.exec(line)?.groups ?? {}
    const [gone, came] = [contentTerms(a), contentTerms(b)]
    return (
      gone.size > 0 && shareOf(gone, terms) === 1 && shareOf(came, terms) < 1 && IN_USE().test(old) && !NO().test(old)
    )
  })
}

const SLOTS = fromLanguages((all) => all.flatMap(({ stance }) => stance?.slots ?? []))
const REPLACEMENTS = fromLanguages((all) => all.flatMap(({ stance }) => stance?.replacements ?? []))
const IN_USE = anyLanguage(({ stance }) => stance?.inUse)
const NO = anyLanguage(({ stance }) => stance?.no)
const ORDER = anyLanguage(({ stance }) => stance && `${stance.order}|${stance.no}`, 'giu')

/** Two lines that fit this nearly alike may both be meant. */
const CLOSE = 0.1

function fitOf(line: string, old: string, change: number): number {
  const [about, before] = [[...subjectOf(line)], [...subjectOf(old)]]
  const [next, was] = [valuesOf(line), valuesOf(old)]
  const [names, known] = [namesOf(next), namesOf(was)]
  const shared = before.filter((term) => about.some((each) => isAlike(each, term))).length
  const isNamed = names.some((name) => known.includes(name))
  if (shared === 0 && !isNamed) return 0
  const share = shared / Math.max(1, Math.min(about.length, before.length))
  const differing = SORTS.filter((sort) => was[sort].length > 0 && isOther(next[sort], was[sort], sort))
  // The invoice of customer 20 is not that of customer 21: with two values apart, it is another thing.
  if (differing.length > 1 || isCountedTwice(next, was)) return 0
  const isOfAnother = !isNamed && names.length > 0 && known.length > 0
  if (differing.length === 1 && change >= SURE && share >= HALF) return share + change
  // Emma's football is not Jonas's: nothing the old line is about is missing.
  const isWhole = shared === before.length && share >= SAME_SUBJECT
  const isLikely = change >= LIKELY || (shared === about.length && shared === before.length)
  if (differing.length === 1 && !isOfAnother && isWhole && isLikely) return share + change
  const isRenamed = names.some((name) => !known.includes(name))
  return change >= SURE && isRenamed && share >= HALF && (isNamed || shared > 1) ? share + change - 0.5 : 0
}

const SORTS: readonly ValueSort[] = [
  'days',
  'time',
  'amount',
  'code',
  'address',
  'numbers',
  'person',
  'colour',
  'language',
  'length',
  'tone',
  'theme',
  'frequency',
  'drink',
  'transport',
]

/** Both give two numbers, and neither is the same: nothing tells which of them is the value. */
function isCountedTwice(next: Values, was: Values): boolean {
  return next.numbers.length > 1 && was.numbers.length > 1 && !next.numbers.some((value) => was.numbers.includes(value))
}

/** Any two characters may be a name in Chinese: only what shows by itself that it is one. */
function namesOf({ names }: Values): string[] {
  return names.filter((name) => name.length > 1 && !/^\p{sc=Han}+$/u.test(name))
}
