import { CJK } from '../text/cjk.ts'
import { contentTerms } from '../trust/terms.ts'
import { takenBack } from './change.ts'
import { piecesOf, sayingsIn } from './clauses.ts'
import { bounded } from '../text/bounded.ts'
import { quietWords } from './quiet.ts'
import { headOf, isSameHead } from './same-thing.ts'
import { adds, certain, corrects, isChange, isDuty, isInstead, isNaming, reverts } from './signs.ts'
import { isAlike, isOther, isSameValue, subjectOf, type ValueSort, valuesOf } from './sorts.ts'
import { inTongue } from '../text/tongue.ts'
import { isMove } from './wording.ts'

/** A line that was struck out, and the one that took its place. */
export type Past = { readonly text: string; readonly by: string }

/** The line a statement changes, and the part of it that no longer holds. */
export type Changed = {
  readonly line: string
  readonly part: string
  /** It does not name what it changes. */ readonly isPointed: boolean
}

/**
 * Which of the lines, oldest first, a statement changes: the one about the same thing; else, where it says that all is as it
 * was, the one that had taken its place; else, where it only points (`it's at 4 instead`), the last one with such a value.
 */
export function changedBy(now: string, lines: readonly string[], past: readonly Past[] = []): Changed | undefined {
  let most: { line: string; part: string; weight: number } | undefined
  for (const line of lines) {
    const found = takenBack(now, line)
    if (found !== undefined && found.weight >= (most?.weight ?? 0)) most = { line, ...found }
  }
  if (most !== undefined) return { line: most.line, part: most.part, isPointed: false }
  if (now.length > MAX_CHARS) return undefined
  const sure = certain(now)
  // Whoever writes more in a line says more than one thing.
  const short = lines.filter((line) => line.length <= MAX_CHARS)
  return restored(sure, short, past) ?? pointed(sure, short)
}

const MAX_CHARS = 1_000

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
  if (last === undefined) return undefined
  return { line: last.by, part: partOf(last.by, (part) => takenBack(part, last.text) !== undefined), isPointed: true }
}

function pointed(now: string, lines: readonly string[]): Changed | undefined {
  const isCorrected = corrects(now)
  if (adds(now)) return undefined
  if (!isCorrected && !isChange(now))
    return INTRODUCES.test(now) ? undefined : (renamed(now, lines, true) ?? resumed(now, lines))
  const next = valuesOf(now)
  for (const sort of SORTS) {
    const values = next[sort]
    if (values.length === 0) continue
    const fits = (text: string): boolean => {
      const before = valuesOf(text)[sort]
      return before.length > 0 && isOther(values, before, sort) && (!SHAPED.includes(sort) || isOfShape(values, before))
    }
    const [line, ...more] = lines.filter(fits).toReversed()
    if (line === undefined) continue
    // There is only one such number: who says that it is new says which.
    const isOwn = sort === 'time' && [now, line].every((text) => SPEAKS(text).test(text))
    const isSole = (sort === 'code' || isOwn) && more.length === 0
    if (isCorrected || isSole || (BARE.includes(sort) && values.some((value) => isBare(now, value))))
      return { line, part: partOf(line, fits), isPointed: true }
  }
  return renamed(now, lines) ?? takenOver(now, lines)
}

/** `The printers want it by ten`, right after `the deadline is at noon`: no word of change, but of nothing else. */
function resumed(now: string, lines: readonly string[]): Changed | undefined {
  const line = lines.at(-1)
  if (line === undefined) return undefined
  const [next, before] = [valuesOf(now), valuesOf(line)]
  const isIt = (['time', 'days'] as const).some(
    (sort) =>
      next[sort].length === 1 &&
      before[sort].length === 1 &&
      isOther(next[sort], before[sort]) &&
      next[sort].some((value) => isBare(now, value, true)),
  )
  // `We may have 95 guests`.
  const isCount =
    next.amount.length === 1 && before.amount.length === 1 && isOther(next.amount, before.amount, 'amount')
  const isNoun = isCount && [...subjectOf(next.amount[0] ?? '')].some((term) => term.length > 3 && !MEASURES.has(term))
  return isIt || isNoun
    ? { line, part: partOf(line, (part) => isIt || valuesOf(part).amount.length > 0), isPointed: true }
    : undefined
}

/** What everything is measured in says nothing of what is counted. */
const MEASURES = new Set(
  'euro dollar minut hour gramm gram gramo kilo pound liter litro mile kilomet percent prozent stunden minuten tage wochen dia semana hora minuto'.split(
    ' ',
  ),
)

/** `Tomas took over for her`: the last line that says who does something. */
function takenOver(now: string, lines: readonly string[]): Changed | undefined {
  const clause = sayingsIn(now).find((part) => isDuty(part) && isInstead(part) && headOf(part).length > 0)
  if (
    clause === undefined ||
    !(clause.match(POINTS(now)) ?? []).some((each) => !ARTICLE(now).test(each)) ||
    isNaming(clause)
  )
    return undefined
  const fits = (text: string): boolean =>
    isDuty(text) && headOf(text).length > 0 && !isSameHead(headOf(text), headOf(clause))
  const line = lines.findLast(fits)
  return line === undefined ? undefined : { line, part: partOf(line, fits), isPointed: true }
}

/** `He is called Waffle after all`: the last one that got a name, unless they are of different things. */
function renamed(now: string, lines: readonly string[], isPlain = false): Changed | undefined {
  const clause = sayingsIn(now).find((part) => isNaming(part))
  if (clause === undefined || (isPlain && !STARTS(now).test(clause))) return undefined
  const is = headOf(clause.replace(NAMES(now), ' '))
  const fits = (text: string): boolean =>
    piecesOf(text).some((part) => {
      const was = headOf(part.replace(NAMES(text), ' '))
      return isNaming(part) && (is.length === 0 || was.length === 0 || isSameHead(is, was))
    })
  const line = lines.findLast(fits)
  return line === undefined ? undefined : { line, part: partOf(line, fits), isPointed: true }
}

const SORTS: readonly ValueSort[] = ['code', 'time', 'days', 'address', 'amount', 'part of day', 'numbers']
const BARE: readonly ValueSort[] = ['time', 'days', 'code', 'address', 'amount', 'part of day']
const SHAPED: readonly ValueSort[] = ['code', 'numbers']

/** A slip of the hand changes a digit, not how many there are; nor does a new telephone. */
function isOfShape(values: readonly string[], before: readonly string[]): boolean {
  const shapeOf = (value: string): string =>
    value
      .replace(/[\s()/-]/g, '')
      .replace(/\d/g, '9')
      .replace(/\p{L}/gu, 'A')
  return values.some((value) => before.some((each) => shapeOf(each) === shapeOf(value)))
}

/** Nothing before the value says of what it is: `it's at 4`, `改到五点半`. */
function isBare(now: string, value: string, isPlain = false): boolean {
  return sayingsIn(now).some((clause) => {
    const at = clause.toLowerCase().indexOf(value)
    if (at < 0) return false
    // `A las siete`: no pronoun.
    const before = clause
      .slice(0, at)
      .replace(/(?:^|\s)(?:a |al |por |um |an )?(?:las?|los|el|den|dem|der|die)\s*$/i, ' ')
    const behind = clause.slice(at + value.length)
    // `The Monday thing`.
    if (/^ \p{L}/u.test(behind) && !CJK.test(behind) && isContent(behind.trim().split(/\s+/)[0] ?? '')) return false
    const pointers = [...before.matchAll(POINTS(now))]
    const last = pointers.at(-1)
    // `I'm off on Fridays`: where nothing points, it must be said to be moved.
    if (last === undefined && (isPlain || (!isMove(now) && !reverts(now)))) return false
    if (isPlain && ARTICLE(now).test(last?.[0] ?? '')) return false
    const between = last === undefined ? before : before.slice(last.index + last[0].length)
    if (CJK.test(clause)) return between.replace(SIGNS(now), '').replace(SMALL, '').length <= 1
    const [first = ''] = between.trim().split(/\s+/)
    // `Die Stromrechnung kommt im Mai`: an article, no pronoun.
    if (last !== undefined && (LINK.test(first) || (ARTICLE(now).test(last[0]) && isContent(first)))) return false
    const words = between.replace(SIGNS(now), ' ').split(/\s+/).filter(isContent)
    return words.length <= (last === undefined ? 0 : 1)
  })
}

const LINK = /^(?:de|del|of|von|for|für)$/i

function isContent(word: string): boolean {
  return !isChange(word) && [...contentTerms(word)].some((term) => !quietWords().has(term))
}

/** Characters that mean nothing alone. */
const SMALL = /[\p{sc=Hiragana}\s的了是在和有我你他她这那就都也不用把被从到要按于为]/gu

/** The only piece of a line that does. */
function partOf(line: string, does: (part: string) => boolean): string {
  const [only, ...more] = piecesOf(line).filter(does)
  return only !== undefined && more.length === 0 ? only : line
}

const ARTICLE = inTongue(({ change }) => change && `^(?:${change.article})$`)
const NAMES = inTongue(({ change }) => change && bounded(change.naming).source)
/** Tells of somebody or something new. */
const INTRODUCES = /(?<!\p{L})(?:an?|eine?[nm]?|una?|une) \p{L}|[一两]?[只个]|新/iu
const SPEAKS = inTongue(({ asks }) => asks && `^(?:${asks.firstPerson})`)
const STARTS = inTongue(({ change }) => change && `^(?:${change.points})(?!\\p{L})`)
const POINTS = inTongue(({ change }) => change && bounded(change.points).source, 'giu')
const SIGNS = inTongue(
  ({ change, stance }) =>
    change &&
    [change.instead, change.corrects, change.reverts, change.only]
      .map((each) => bounded(each).source)
      .concat(stance?.changed ?? [])
      .join('|'),
  'giu',
)

/** A statement with the line it is said to; `…` where that was cut. */
export function withQuote(said: string, line: string): string {
  return `${said} (said to: “${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).toWellFormed()}…` : line}”)`
}

const MAX_QUOTE = 120

export function withoutQuote(text: string): { readonly said: string; readonly quote: string } {
  const [, said = text, quote = ''] = /^(.*) \(said to: “(.*)”\)$/su.exec(text) ?? []
  return { said, quote: quote.replace(/…$/, '') }
}
