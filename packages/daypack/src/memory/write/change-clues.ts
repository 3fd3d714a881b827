import { anyLanguage } from '../language/index.ts'
import { conceptsOf, sharedConcepts } from '../meaning/concepts.ts'
import { CJK } from '../text/cjk.ts'
import { bounded } from '../text/bounded.ts'
import { sayingsIn } from './clauses.ts'
import { isAnother, isElsewhere, isOfOthers, isOtherTool, isRival } from './person.ts'
import { remembered } from '../text/remembered.ts'
import { toldBy } from '../text/grams.ts'
import { CHANGE_WORDS } from './change-words.ts'
import { isCountedAnew } from './counted.ts'
import { headOf, isOfAnother, isOtherThing, isSameHead } from './same-thing.ts'
import { adds, corrects, isChange, isDuty, isInstead, isNaming, isOnly, isOver, reverts } from './signs.ts'
import {
  hasOtherUnits,
  isAlike,
  isOther,
  isSameValue,
  subjectOf,
  type Values,
  type ValueSort,
  valuesOf,
  withoutValues,
} from './sorts.ts'
import { inTongue, SPEAKER_FIRST } from '../text/tongue.ts'
import { bit, chanceOf, type Clues } from './weighed.ts'
import { isMove } from './wording.ts'

/** Sorts of values that are one to a reader. */
const SORTS: Readonly<Record<string, readonly ValueSort[]>> = {
  day: ['days'],
  time: ['time', 'part of day'],
  amount: ['amount'],
  number: ['numbers'],
  code: ['code', 'address'],
  name: ['names'],
  person: ['person'],
  trait: ['colour', 'language', 'length', 'tone', 'case', 'theme', 'frequency'],
  habit: ['drink', 'transport'],
}

/** Clues for each of the lines: what a statement and the line have in common, and how the line stands among the others. */
export function changeClues(now: string, lines: readonly string[]): Clues[] {
  const own = cluesIn(now)
  const shared = lines.map((line) => sharedBy(now, line))
  const most = Math.max(0, ...shared.map(({ length }) => length))
  const isOnlyBest = shared.filter(({ length }) => length === most).length === 1
  const differ = lines.map((line, at) => differing(valuesOf(now), valuesOf(line), shared[at] ?? []))
  const meant = lines.map((line) => sharedConcepts(now, line))
  return lines.map((line, at) => {
    const both = shared[at] ?? []
    // Not long is short.
    const isTurned = differ[at]?.includes('trait') === true && NO().test(now) !== NO().test(line)
    const others = (differ[at] ?? []).filter((sort) => !isTurned || sort !== 'trait')
    const closed = others.filter((sort) => sort !== 'name')
    const isSole = closed.some((sort) => differ.filter((each) => each.includes(sort)).length === 1)
    return {
      ...own,
      ...cluesOf(now, line, both),
      ...(isTurned && { 'one says no': 0 }),
      ...Object.fromEntries(others.map((sort) => [`other ${sort}`, 1])),
      'other value': bit(others.length > 0),
      'other closed value': bit(closed.length > 0),
      'the only line with such a value': bit(isSole),
      'shares most': bit(both.length > 0 && both.length === most),
      'alone shares most': bit(both.length > 0 && both.length === most && isOnlyBest),
      'the only line about it': bit(
        (meant[at] ?? []).some((concept) => meant.filter((each) => each.includes(concept)).length === 1),
      ),
      recent: 1 / (lines.length - at),
    }
  })
}

/** How much its words sound as if something were said anew. */
const wordsTell = toldBy(CHANGE_WORDS)

export function soundsChanged(text: string): number {
  return chanceOf(wordsTell(text))
}

/** Of the statement alone. */
const cluesIn = remembered((now: string): Clues => ({
  'sounds like a change': soundsChanged(now),
  'says change': bit(isChange(now)),
  'says instead': bit(isInstead(now)),
  'says correction': bit(corrects(now)),
  'says over': bit(isOver(now)),
  'says moved': bit(isMove(now)),
  'says back': bit(reverts(now)),
  'says also': bit(adds(now)),
  'says only': bit(isOnly(now)),
  'names nothing': bit(subjectOf(now).size === 0),
  'says it': bit((now.match(POINTS(now)) ?? []).some((each) => !ARTICLE(now).test(each))),
  'begins with nothing': bit(sayingsIn(now).every((part) => headOf(part).length === 0)),
  length: lengthOf(now),
}))

/** Of the statement and a line. */
function cluesOf(now: string, old: string, shared: readonly string[]): Clues {
  const heads = sayingsIn(now).map(headOf)
  const head = headOf(old)
  const isSame = heads.some((each) => isSameHead(each, head))
  const isOtherHead = !isSame && head.length > 0 && heads.some(({ length }) => length > 0)
  const [next, before] = [valuesOf(now), valuesOf(old)]
  return {
    'one word': bit(shared.length > 0),
    'two words': bit(shared.length > 1),
    'three words': bit(shared.length > 2),
    'share of the line': shared.length / Math.max(1, subjectOf(old).size),
    'share of the statement': Math.min(1, shared.length / Math.max(1, subjectOf(now).size)),
    'share of characters': charactersShared(now, old),
    ...conceptClues(now, old),
    'same beginning': bit(isSame),
    'other beginning': bit(isOtherHead),
    'line begins with nothing': bit(head.length === 0),
    'one says no': bit(NO().test(now) !== NO().test(old)),
    'same value': bit(CLOSED.some((sort) => isAgreed(sort, next, before))),
    'same name': bit(isNamed(next, before)),
    'new name': bit(namesOf(next).some((name) => !old.toLowerCase().includes(name))),
    'says change of it': bit(isSaidOf(now, shared, isChange)),
    'says over of it': bit(isSaidOf(now, shared, isOver)),
    'says instead of it': bit(isSaidOf(now, shared, isInstead)),
    ...missing(next, before),
    'other state': bit(isRival(now, old)),
    'other tool': bit(isOtherTool(now, old)),
    elsewhere: bit(isElsewhere(now, old)),
    'another of its kind': bit(shared.length > 0 && isOtherThing(now, old, shared)),
    'the other one': bit(isAnother(now, old)),
    'other people': bit(isOfOthers(now, old)),
    'somebody else': bit(isOfAnother(now, old)),
    'another number of it': bit(isCountedAnew(now, old)),
    'who does it': bit(isDuty(now) && isDuty(old)),
    'what it is called': bit(isNaming(now) && isNaming(old) && isSame),
    'other kinds': bit(isOfOtherKinds(next, before)),
    'both of the speaker': bit(SPEAKER_FIRST(now).test(now) && SPEAKER_FIRST(old).test(old)),
    'both of ours': bit(OWN().test(now) && OWN().test(old)),
    'length of the line': lengthOf(old),
  }
}

/** What both speak of, by the same words or by others. */
function conceptClues(now: string, old: string): Clues {
  const [is, was] = [conceptsOf(now), conceptsOf(old)]
  const shared = sharedConcepts(now, old)
  const isOtherWord = (concept: string): boolean => {
    const before = was.get(concept)
    return ![...(is.get(concept) ?? [])].some((word) => before?.has(word))
  }
  const others = shared.filter(isOtherWord)
  return {
    'same concept': bit(shared.length > 0),
    'two concepts': bit(shared.length > 1),
    'by other words': bit(others.length > 0),
    'two by other words': bit(others.length > 1),
    'share of concepts': shared.length / Math.max(1, Math.min(is.size, was.size)),
  }
}

const CLOSED = Object.values(SORTS)
  .flat()
  .filter((sort) => sort !== 'names')

function isAgreed(sort: ValueSort, next: Values, before: Values): boolean {
  return next[sort].some((value) => before[sort].some((each) => isSameValue(each, value)))
}

/** One says how long, the other in which language. */
function isOfOtherKinds(next: Values, before: Values): boolean {
  const [is, was] = [next, before].map((values) => KINDS.filter((sort) => values[sort].length > 0))
  return (
    is !== undefined && was !== undefined && is.length > 0 && was.length > 0 && !is.some((sort) => was.includes(sort))
  )
}

const KINDS = SORTS['trait'] ?? []

/** A clause with the sign speaks of what both have in common. */
function isSaidOf(now: string, shared: readonly string[], sign: (text: string) => boolean): boolean {
  return sayingsIn(now).some((part) => {
    if (!sign(part)) return false
    const about = [...subjectOf(part)]
    return shared.some((term) => about.some((each) => isAlike(each, term)))
  })
}

/** Any two characters may be a name in Chinese: only what shows by itself that it is one. */
function namesOf({ names }: Values): readonly string[] {
  return names.filter((name) => !/^\p{sc=Han}+$/u.test(name))
}

function isNamed(next: Values, before: Values): boolean {
  const was = namesOf(before)
  return namesOf(next).some((name) => was.includes(name))
}

/** The sorts of which only one of the two has a value. */
function missing(next: Values, before: Values): Clues {
  const made: Record<string, number> = {}
  for (const [name, sorts] of Object.entries(SORTS)) {
    if (name === 'name') continue
    const [is, was] = [next, before].map((values) => sorts.some((sort) => values[sort].length > 0))
    made[`only it has a ${name}`] = bit(is === true && was === false)
    made[`only the line has a ${name}`] = bit(is === false && was === true)
  }
  return made
}

/** The sorts of which the statement names another value. */
function differing(next: Values, before: Values, shared: readonly string[]): string[] {
  const isDifferent = (sort: ValueSort): boolean => {
    if (sort === 'numbers' && hasOtherUnits(next, before)) return false
    // What both speak of is no value of it.
    if (sort === 'names')
      return (
        namesOf(before).some((name) => !shared.includes(name) && !namesOf(next).includes(name)) &&
        namesOf(next).some((name) => !namesOf(before).includes(name))
      )
    return before[sort].length > 0 && isOther(next[sort], before[sort], sort)
  }
  return Object.entries(SORTS).flatMap(([name, sorts]) => (sorts.some(isDifferent) ? name : []))
}

function sharedBy(now: string, old: string): string[] {
  const about = [...subjectOf(now)]
  return [...subjectOf(old)].filter((term) => about.some((each) => isAlike(each, term)))
}

/** Words of Chinese and Japanese are cut at every place: single characters tell as well. */
function charactersShared(now: string, old: string): number {
  const [is, was] = [charactersOf(now), charactersOf(old)]
  const least = Math.min(is.size, was.size)
  return least === 0 ? 0 : [...is].filter((each) => was.has(each)).length / least
}

const charactersOf = remembered(
  (text: string): ReadonlySet<string> =>
    new Set(
      withoutValues(text).match(/(?![的了是在和有我你他她这那就都也不用把被从到要一个们吧呢])\p{sc=Han}/gu) ?? [],
    ),
)

/** In steps of twice as much, from a short sentence on. */
function lengthOf(text: string): number {
  return Math.log2(1 + text.length / (CJK.test(text) ? 10 : 30))
}

const NO = anyLanguage(({ stance }) => stance?.no)
const OWN = anyLanguage(({ shape }) => shape?.own)
const POINTS = inTongue(({ change }) => change && bounded(change.points).source, 'giu')
const ARTICLE = inTongue(({ change }) => change && `^(?:${change.article})$`)
