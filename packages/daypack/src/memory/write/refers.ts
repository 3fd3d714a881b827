import { sharedConcepts } from '../meaning/concepts.ts'
import { CJK } from '../text/cjk.ts'
import { SPEAKER_FIRST } from '../text/tongue.ts'
import { piecesOf, weight } from './clauses.ts'
import { likeliest, oddsOf } from './likely.ts'
import { certain, corrects, isInstead, reverts } from './signs.ts'
import { isAlike, isOther, isSameValue, subjectOf, type ValueSort, valuesOf } from './sorts.ts'

/** A line that was struck out, and the one that took its place. */
export type Past = { readonly text: string; readonly by: string }

/** The line a statement changes, and the part of it that no longer holds. */
export type Changed = {
  readonly line: string
  readonly part: string
  /** It does not name what it changes. */ readonly isPointed: boolean
}

/**
 * Which of the lines, oldest first, a statement changes: the one it most likely takes the place of; else, where it says that
 * all is as it was, the one that had taken its place; else, where it names nothing, the last one with such a value.
 */
export function changedBy(now: string, lines: readonly string[], past: readonly Past[] = []): Changed | undefined {
  // Whoever writes more says more than one thing.
  const sure = now.length > MAX_CHARS ? '' : certain(now)
  if (sure === '') return undefined
  const short = lines.filter((line) => line.length <= MAX_CHARS)
  const found = likeliest(sure, short)
  if (found === undefined) return undefined
  if (found.chance < LIKELY) return restored(sure, short, past) ?? pointed(sure, short)
  return changed(sure, found.line)
}

const MAX_CHARS = 1_000

/** More likely than not: two lines with their days mislead a reader less than a line struck by mistake (`bench/memory/read.ts`). */
export const LIKELY = 0.5

function changed(now: string, line: string): Changed {
  const about = [...subjectOf(now)]
  const isNamed =
    [...subjectOf(line)].some((term) => about.some((each) => isAlike(each, term))) || isSameConcept(now, line)
  return { line, part: partOf(now, line), isPointed: !isNamed }
}

/** `I live in Braga now` says what it is about, though no word of it stands in `I live in Porto`. */
function isSameConcept(now: string, line: string): boolean {
  return SPEAKER_FIRST(now).test(now) && sharedConcepts(now, line).length > 0
}

/** The piece of a line that is meant, where one is meant plainly and each of them says something of its own. */
function partOf(now: string, line: string): string {
  const pieces = piecesOf(line)
  const odds = oddsOf(now, pieces)
  const [most = 0, second = -Infinity] = odds.toSorted((a, b) => b - a)
  const part = pieces[odds.indexOf(most)] ?? line
  return isSaying(part) && most - second >= PLAINLY ? part : line
}

const PLAINLY = 0.5

/** `Mrs Okafor` between two commas is no statement. */
function isSaying(piece: string): boolean {
  return piece.split(/\s+/).length >= 3 || (CJK.test(piece) && weight(piece) >= SAYING_WEIGHT)
}

const SAYING_WEIGHT = 12

/** `Back to master` after `the branch is called main now`. */
function restored(now: string, lines: readonly string[], past: readonly Past[]): Changed | undefined {
  if (!reverts(now)) return undefined
  const [next, about] = [valuesOf(now), [...subjectOf(now)]]
  const last = past.findLast(({ text, by }) => {
    if (!lines.includes(by)) return false
    const [values, terms] = [valuesOf(text), [...subjectOf(text)]]
    const isNamed = SORTS.some((sort) =>
      next[sort].some((value) => values[sort].some((each) => isSameValue(each, value))),
    )
    return isNamed || about.some((term) => terms.some((each) => isAlike(each, term)))
  })
  return last && { ...changed(now, last.by), isPointed: true }
}

/** `It's 4,500 instead`: where nothing is named, the last line with such a value. */
function pointed(now: string, lines: readonly string[]): Changed | undefined {
  if (subjectOf(now).size > 0 || !(isInstead(now) || corrects(now))) return undefined
  const next = valuesOf(now)
  const line = lines.findLast((each) => SORTS.some((sort) => isOther(next[sort], valuesOf(each)[sort], sort)))
  return line === undefined ? undefined : { ...changed(now, line), isPointed: true }
}

const SORTS: readonly ValueSort[] = ['code', 'time', 'days', 'address', 'amount', 'part of day', 'numbers']

/** A statement with the line it is said to; `…` where that was cut. */
export function withQuote(said: string, line: string): string {
  return `${said} (said to: “${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).toWellFormed()}…` : line}”)`
}

const MAX_QUOTE = 120

export function withoutQuote(text: string): { readonly said: string; readonly quote: string } {
  const [, said = text, quote = ''] = /^(.*) \(said to: “(.*)”\)$/su.exec(text) ?? []
  return { said, quote: quote.replace(/…$/, '') }
}
