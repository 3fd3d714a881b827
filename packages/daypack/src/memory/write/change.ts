import type { Sort } from '../language/language.ts'
import { CJK } from '../text/cjk.ts'
import { contentTerms } from '../trust/terms.ts'
import { piecesOf, sayingsIn } from './clauses.ts'
import { isAnother, isElsewhere, isOfOthers, isOtherHabit, isRival } from './person.ts'
import { hasValue } from './has-value.ts'
import { isHandedOver, isOtherBeing, isSubstituted, namesPerson, newHolder, ownOf } from './replaced.ts'
import { headOf, isOfAnother, isOtherThing, isSameHead } from './same-thing.ts'
import { adds, certain, isDuty, isChange, isOnly, isOver } from './signs.ts'
import {
  hasOtherUnits,
  isAlike,
  isOther,
  isSameValue,
  subjectOf,
  type Values,
  type ValueSort,
  valuesOf,
} from './sorts.ts'
import { isDue } from './wording.ts'

export type TakenBack = { readonly part: string; readonly weight: number }

/**
 * What a statement takes back of an older one: the clause about the same thing with another value of the same sort, a
 * day for a day, a number for a number, a name for a name. Undefined when they speak of different things, or agree.
 */
export function takenBack(later: string, earlier: string): TakenBack | undefined {
  const [now, old] = [certain(later.slice(0, MAX_CHARS)), earlier.slice(0, MAX_CHARS)]
  if (now === '') return undefined
  const clauses = piecesOf(old)
  const [best] = clauses
    .map((part) => ({ part, weight: conflict(now, part) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  // What it is about and its value may stand in two clauses.
  const whole = best === undefined && clauses.length > 1 ? conflict(now, old) : 0
  if (best !== undefined) return { ...best, part: valued(now, clauses, best.part) }
  if (whole === 0) return undefined
  const named = clauses.filter((part) => valuesOf(part).names.some((name) => valuesOf(now).names.includes(name)))
  return { part: named.length === 1 && named[0] !== undefined ? named[0] : old, weight: whole }
}

/** Where the words in common stand in one clause and the value in another, the one with the value no longer holds. */
function valued(now: string, clauses: readonly string[], part: string): string {
  const next = valuesOf(now)
  const has = (text: string): boolean => {
    const before = valuesOf(text)
    return CLOSED.some((sort) => before[sort].length > 0 && isOther(next[sort], before[sort], sort))
  }
  const [only, ...more] = clauses.filter(has)
  return has(part) || only === undefined || more.length > 0 || !CLOSED.some((sort) => next[sort].length > 0)
    ? part
    : only
}

const CLOSED = ['days', 'time', 'code', 'amount', 'numbers'] as const

/** Whoever needs more to say it says more than one thing. */
const MAX_CHARS = 1_000

/** How strongly one clause is taken back; 0: not at all. */
function conflict(now: string, old: string): number {
  const isOfDuty = isDuty(now) && isDuty(old)
  if (isOfOthers(now, old) || (!isOfDuty && sayingsIn(now).every((part) => isOfAnother(part, old)))) return 0
  const about = [...subjectOf(now)]
  const shared = [...subjectOf(old)].filter((term) => about.some((each) => isAlike(each, term)))
  const [next, before] = [valuesOf(now), valuesOf(old)]
  const over = leftBehind(now, shared, next, before)
  if (over > 0) return 1 + over
  if (adds(now)) return 0
  const others = differing(now, old, shared, next, before)
  if (others.length > 0 && isAnother(now, old)) return 0
  // `Scrap the 3:25, let's aim for 3:40`, `it is due on May 9`: the value itself, or that there is one, says what it is about.
  const named = others.some((each) =>
    before[each].some(
      (value) => next[each].includes(value) && (value.length > 2 || (each === 'numbers' && next[each].length > 1)),
    ),
  )
  const isSameDue = others.includes('days') && isDue(now) && isDue(old)
  const isFramed = others.includes('time') && framesOf(old).some((frame) => framesOf(now).includes(frame))
  const isSame = sayingsIn(now).some((part) => isSameHead(headOf(part), headOf(old)))
  const isDosed = others.includes('amount') && next['part of day'].some((part) => before['part of day'].includes(part))
  const touched = shared.length + (named || isSameDue || isFramed || isDosed || (isSame && shared.length === 0) ? 1 : 0)
  if (isRival(now, old) || isElsewhere(now, old) || isOtherHabit(now, old, others)) return 2 + touched
  if (touched === 0) return 0
  if (isHandedOver(now, old, shared) && (isChange(now) || (shared.length > 1 && [now, old].every(namesPerson))))
    return 2 + touched
  const isSaid = isChange(now) || (isOnly(now) && others.length > 0 && shared.length > 0)
  if (!isSaid) return isRestated(now, old, shared, others, [next, before]) ? 2 + touched : 0
  if (isSame && isOtherwise(now, old)) return 2 + touched
  if (others.every((sort) => sort === 'names') && isOfOtherKinds(next, before)) return 0
  const isNamed = others.every((sort) => sort === 'names')
  if (others.length > 0) return shared.length > 0 && isAllOtherThings(now, old, shared, isNamed) ? 0 : 2 + touched
  return shared.length > 0 && isSubstituted(now, old, shared) ? 1 + touched : 0
}

/** What is said of the same topic differs, where a topic has its mark. */
function isOtherwise(now: string, old: string): boolean {
  const saidOf = (text: string): string => /(?<=.)[はが](.+)$/su.exec(text)?.[1]?.replace(/[。、です]/g, '') ?? ''
  const was = saidOf(old)
  return (
    was !== '' &&
    sayingsIn(now).some((part) => isSameHead(headOf(part), headOf(old)) && saidOf(part) !== was && saidOf(part) !== '')
  )
}

/** One says how long, the other in which language. */
function isOfOtherKinds(next: Values, before: Values): boolean {
  const kinds = (values: Values): ValueSort[] => KINDS.filter((sort) => values[sort].length > 0)
  const [is, was] = [kinds(next), kinds(before)]
  return is.length > 0 && was.length > 0 && !is.some((sort) => was.includes(sort))
}

const KINDS: readonly ValueSort[] = [
  'language',
  'length',
  'tone',
  'case',
  'theme',
  'colour',
  'frequency',
  'time',
  'days',
  'code',
]

/** Each clause that has a word in common speaks of something else. */
function isAllOtherThings(now: string, old: string, shared: readonly string[], isNamed = false): boolean {
  const parts = sayingsIn(now).filter((part) => ownOf(part, shared).length > 0)
  return parts.length > 0
    ? parts.every((part) => isOtherThing(part, old, ownOf(part, shared), isNamed))
    : isOtherThing(now, old, shared, isNamed)
}

/** `Yarn is out`, `not in room 204`: how much of the old clause one says to be over names. */
function leftBehind(now: string, shared: readonly string[], next: Values, before: Values): number {
  const parts = sayingsIn(now).filter((part) => isOver(part))
  if (parts.length === 0) return 0
  const terms = shared.filter((term) =>
    parts.some((part) => [...contentTerms(withoutCompany(part))].some((each) => isAlike(each, term))),
  )
  const values = VALUES.flatMap((sort) =>
    before[sort].filter((value) => value.length > 1 && next[sort].some((each) => isSameValue(each, value))),
  ).filter((value) => parts.some((part) => withoutCompany(part).toLowerCase().includes(value)))
  return terms.length + values.length
}

/** `No more calls with Bluefin`: the calls are over, not Bluefin. */
function withoutCompany(part: string): string {
  const rest = part.replace(COMPANY, '')
  return subjectOf(rest).size > 0 || hasValue(rest) ? rest : part
}

const COMPANY = /(?<=\p{L}{3}.*) (?:with|mit|con) .*$/iu

const VALUES = ['days', 'time', 'code', 'numbers', 'names', 'drink', 'transport', 'language', 'colour'] as const

const SORTS: readonly ValueSort[] = [
  ...(['days', 'time', 'code', 'address', 'amount', 'numbers', 'names', 'part of day', 'colour', 'language'] as const),
  ...(['length', 'tone', 'case', 'theme', 'frequency', 'drink', 'transport', 'person'] as const),
]

/** The sorts of which the new statement names another value. */
function differing(now: string, old: string, shared: readonly string[], next: Values, before: Values): ValueSort[] {
  return SORTS.filter((sort) => {
    if (sort === 'person' && !(isDuty(now) && isDuty(old))) return false
    // What both speak of is no value of it.
    const values = before[sort].filter((value) => sort !== 'names' || !shared.some((term) => isOf(term, value)))
    if (sort === 'numbers' && hasOtherUnits(next, before)) return false
    return (
      values.length > 0 &&
      isOther([...next[sort], ...(sort === 'names' ? newHolder(now, old) : [])], before[sort], sort)
    )
  })
}

/** Without a word of change: the same thing, said to be otherwise. */
function isRestated(
  now: string,
  old: string,
  shared: readonly string[],
  others: readonly ValueSort[],
  [next, before]: readonly [Values, Values],
): boolean {
  if (shared.length === 0 || isAllOtherThings(now, old, shared)) return false
  if (others.some((sort) => OPPOSED.includes(sort)) || (others.includes('days') && others.includes('time'))) return true
  const was = headOf(old)
  const [head] = was
  const parts = sayingsIn(now)
  const isTimed = others.includes('days') || others.includes('time')
  if (!isTimed && parts.some((part) => isSameWords(headOf(part), was) && hasOtherName(valuesOf(part), before)))
    return true
  if (head !== undefined && shared.some((term) => isAlike(term, head))) {
    // The same unit, the same kind of version.
    if (others.includes('amount') || (others.includes('numbers') && [next, before].every(isVersion))) return true
  }
  if (parts.some((part) => isOtherBeing(part, old))) return true
  // `書類はWordで` for `書類はPDFで`.
  if (CJK.test(head ?? '') && parts.some((part) => isSameWords(headOf(part), was) && hasOtherWord(part, old)))
    return true
  const isUnit = (term: string): boolean => before.amount.some((each) => each.includes(term))
  if (others.includes('amount') && shared.some((term) => CJK.test(term) && !isUnit(term))) return true
  const [sort, ...more] = others.filter((each) => SINGLE.includes(each))
  if (sort === undefined || more.length > 0) return false
  // `The hall is double-booked, they gave us the 21st`.
  const isTopic = (part: string): boolean => {
    const [about] = headOf(part)
    return about !== undefined && shared.some((each) => isAlike(each, about))
  }
  const isRest = (part: string): boolean => headOf(part).length === 0 && valuesOf(part)[sort].length > 0
  if (parts.some(isTopic) && parts.some(isRest)) return true
  // `Larsson can't make Wednesday, we're doing Friday`.
  if (isSetAgainst(parts, sort, before)) return true
  if (next[sort].length !== 1 || before[sort].length !== 1) return false
  const [left, right] = [subjectOf(now), subjectOf(old)]
  // `Emma has piano on Thursdays` beside `Emma has football on Tuesdays`: each says something of its own.
  if (![left, right].some((terms) => isWithin(terms, new Set([...shared, ...was]))))
    return isAsked(now, old, parts, was)
  return parts.some((part) => isSameWords(headOf(part), was)) || isAsked(now, old, parts, was)
}

/** Two words in common, of what is no subject of its own. */
function isAsked(now: string, old: string, parts: readonly string[], was: readonly string[]): boolean {
  const [left, right] = [subjectOf(now), subjectOf(old)]
  const isOpen = was.length === 0 || parts.every((part) => headOf(part).length === 0 || isSameHead(headOf(part), was))
  const isBegun = was.length > 0 && parts.some((part) => headOf(part).length > 0)
  return isOpen && !isBegun && [...left].filter((term) => right.has(term) && !CJK.test(term)).length > 1
}

/** One word in Latin letters for another. */
function hasOtherWord(now: string, old: string): boolean {
  const [is, was] = [now, old].map((text) => text.toLowerCase().match(/\p{sc=Latin}[\w.+#-]+/gu) ?? [])
  return is?.length === 1 && was?.length === 1 && is[0] !== was[0]
}

/** One clause names the old value, another one a new one. */
function isSetAgainst(parts: readonly string[], sort: ValueSort, before: Values): boolean {
  const all = parts.map((part) => valuesOf(part)[sort])
  const isOld = (value: string): boolean => before[sort].some((each) => isSameValue(each, value))
  return all.some((of) => of.length > 0 && of.every(isOld)) && all.some((of) => of.length > 0 && !of.some(isOld))
}

/** Names somebody else. */
function hasOtherName({ names }: Values, before: Values): boolean {
  const isNew = (name: string): boolean => !before.names.includes(name)
  return names.some(isNew) && before.names.some((name) => !names.includes(name))
}

function isVersion({ numbers }: Values): boolean {
  return numbers.length === 1 && /^\d+\.\d+/.test(numbers[0] ?? '')
}

function isSameWords(is: readonly string[], was: readonly string[]): boolean {
  return is.length > 0 && is.length === was.length && is.every((term, at) => isAlike(term, was[at] ?? ''))
}

/** One of each, whoever says it. */
const OPPOSED: readonly ValueSort[] = ['length', 'tone', 'case', 'theme'] satisfies Sort[]
const SINGLE: readonly ValueSort[] = ['days', 'time', 'code', 'address', 'numbers', 'frequency', 'colour', 'language']

function isWithin(part: ReadonlySet<string>, of: ReadonlySet<string>): boolean {
  return [...part].every((term) => [...of].some((each) => isAlike(each, term)))
}

/** The two words before a time of day, or what follows a number in Japanese: `take the 7:40`, `6時に起`. */
function framesOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(FRAME)].map(([, before, behind]) => before ?? behind ?? '')
}

const FRAME = /(\p{L}{3,} \p{L}+) (?=\d{1,2}:\d\d)|(?<=\d時?)(\p{sc=Hiragana}\p{sc=Han})/gu

/** `api` says what `api/v1` is about, and the rest is the value. */
function isOf(term: string, value: string): boolean {
  return value === term || (value.startsWith(term) && !/[\d/_]/.test(value.slice(term.length)))
}
