import { anyLanguage, fromLanguages, sourcesOf } from '../language/index.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { isAnother } from '../write/person.ts'
import { clausesOf, piecesOf } from '../write/clauses.ts'
import { isOfAnother, isOtherThing } from '../write/same-thing.ts'
import { isDue, isMove, isOnDay, withoutDate } from '../write/wording.ts'
import { CJK } from '../text/cjk.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'

/**
 * Whether a new statement takes back an old one, as far as wording alone can tell: the same thing has another value, is
 * now forbidden or allowed, or is replaced by name. Silent when in doubt.
 */
export function contradicts(now: string, old: string): boolean {
  const [a, b] = [now.slice(0, MAX_STATEMENT), old.slice(0, MAX_STATEMENT)]
  if (isAnother(a, b) || isOfAnother(a, b)) return false
  return otherValue(a, b) || reversed(a, b) || replaced(a, b) || isMoved(a, b) || otherNumber(a, b)
}

/** Whoever needs more to say it says more than one thing. */
const MAX_STATEMENT = 1_000

const SLOTS = fromLanguages((all) => all.flatMap(({ stance }) => stance?.slots ?? []))

function otherValue(now: string, old: string): boolean {
  return SLOTS().some((pattern) => {
    const [left, right] = [pattern.exec(now)?.groups, pattern.exec(old)?.groups]
    if (left === undefined || right === undefined) return false
    if (!sameWords(left['slot'] ?? '', right['slot'] ?? '')) return false
    const [value, before] = [contentTerms(left['value'] ?? ''), contentTerms(right['value'] ?? '')]
    return value.size > 0 && before.size > 0 && share(before, value) < 0.5 && share(value, before) < 0.5
  })
}

function sameWords(a: string, b: string): boolean {
  if (a.trim().toLowerCase() === b.trim().toLowerCase()) return true
  const [left, right] = [contentTerms(a), contentTerms(b)]
  return left.size > 0 && share(left, right) === 1 && share(right, left) === 1
}

const NEVER = anyLanguage(({ stance }) => stance?.no)
const ORDER = anyLanguage(({ stance }) => stance && `${stance.order}|${stance.no}`, 'giu')

/** The same words with and without a `not`, in a clause or as a whole; words that only say that it changed aside. */
function reversed(now: string, old: string): boolean {
  const before = [old, ...piecesOf(old)]
  return [now, ...clausesOf(now)].some((text) => {
    const left = subjectsOf(text)
    // Whoever says that it changed may say more about it.
    const least = CHANGED().test(text) ? 0 : 1
    return before.some((each) => {
      if (NEVER().test(text) === NEVER().test(each)) return false
      const right = subjectsOf(each)
      return left.size > 0 && right.size > 1 - least && share(left, right) >= least && share(right, left) === 1
    })
  })
}

/** Japanese endings change with a `not`. */
function subjectsOf(text: string): ReadonlySet<string> {
  const gap = (found: string): string => (CJK.test(found) ? '' : ' ')
  const terms = contentTerms(text.replace(CHANGES(), gap).replace(ORDER(), gap))
  return new Set([...terms].filter((term) => !/\p{sc=Hiragana}/u.test(term)))
}

const CHANGED = anyLanguage(({ stance }) => stance?.changed)
const CHANGES = anyLanguage(({ stance }) => stance?.changed, 'giu')

/** `replace A with B`, `switched from A to B`, `B instead of A`: an old statement about using A that does not know B. */
const REPLACEMENTS = fromLanguages((all) => all.flatMap(({ stance }) => stance?.replacements ?? []))
const IN_USE = anyLanguage(({ stance }) => stance?.inUse)

function replaced(now: string, old: string): boolean {
  return REPLACEMENTS().some((pattern) => {
    const { a = '', b = '' } = pattern.exec(now)?.groups ?? {}
    return a !== '' && hasWord(old, a) && !hasWord(old, b) && IN_USE().test(old) && !NEVER().test(old)
  })
}

function hasWord(text: string, word: string): boolean {
  const wanted = contentTerms(word)
  return wanted.size > 0 && share(wanted, contentTerms(text)) === 1
}

/** `the deadline moved to March 9`: takes back the one day an old statement about the same thing names. */
function isMoved(now: string, old: string): boolean {
  const [to, from] = [daysNamed(now), daysNamed(old)]
  if (to.length === 0 || from.length !== 1 || to.includes(from[0] ?? '')) return false
  const [about, before] = [subjectOf(withoutDate(now)), subjectOf(withoutDate(old))]
  const shared = [...about].filter((term) => before.has(term))
  if (shared.length > 0 && isOtherThing(now, old, shared)) return false
  if (isMove(now)) return (isDue(now) && isDue(old)) || shared.length > 0
  return isOnDay(now) && isOnDay(old) && share(before, about) === 1
}

/** `the stand-up is now at 9:30`: word for word the same but for one number, time or day. */
function otherNumber(now: string, old: string): boolean {
  const [to, from] = [numbersIn(now), numbersIn(old)]
  if (to.length !== 1 || from.length !== 1 || to[0] === from[0]) return false
  const [about, before] = [now, old].map((text) => subjectOf(withoutDays(text).replace(NUMBER, ' ')))
  if (about === undefined || before === undefined || before.size < 2) return false
  return share(about, before) === 1 && share(before, about) === 1
}

const NUMBER = /\d+(?:[:.,]\d+)*/g

function numbersIn(text: string): string[] {
  return [...daysNamed(text).filter((day) => /\d/.test(day)), ...(withoutDays(text).match(NUMBER) ?? [])]
}

const MOVING = fromLanguages(() => contentTerms(sourcesOf(({ stance }) => stance?.moving).join(' ')))

/** The words of a statement without those that only tell that something changed. */
function subjectOf(text: string): ReadonlySet<string> {
  return new Set([...contentTerms(text)].filter((term) => !MOVING().has(term) && !/^\p{scx=Han}$/u.test(term)))
}
