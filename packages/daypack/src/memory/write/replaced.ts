import { CJK } from '../text/cjk.ts'
import { contentTerms } from '../trust/terms.ts'
import { sayingsIn } from './clauses.ts'
import { headOf, isSameHead } from './same-thing.ts'
import { corrects, isDuty, isInstead, isChange } from './signs.ts'
import { isAlike, subjectOf, valuesOf } from './sorts.ts'
import { inTongue } from '../text/tongue.ts'

/** `Rosa does the ordering now` for `Tom does the ordering`: one person has it at a time. */
export function isHandedOver(now: string, old: string, shared: readonly string[]): boolean {
  const was = whoIn(old)
  if (!isDuty(old) || was.length === 0) return false
  return sayingsIn(now).some((clause) => {
    const is = whoIn(clause)
    // What they do is the same, not only that they do something.
    const isSame = shared.some((term) => [clause, old].every((text) => isDone(text, term)))
    return isDuty(clause) && isSame && is.length > 0 && !is.some((who) => was.some((each) => isAlike(each, who)))
  })
}

const ME = ['@']

/** Who does it: the speaker, whom a clause begins with, or who is named in it. */
function whoIn(text: string): readonly string[] {
  if (SPEAKS(text).test(text)) return ME
  const { names, person } = valuesOf(text)
  const people = CJK.test(text) ? person : [...names, ...person]
  const head = headOf(text)
  return (people.length > 0 ? people : head.slice(0, 1)).map((who) => (SPEAKS(text).test(who) ? '@' : who))
}

/** Somebody does it: the speaker, a relative, a name with its capital. */
export function namesPerson(text: string): boolean {
  return (
    SPEAKS(text).test(text) || valuesOf(text).person.length > 0 || /^\p{Lu}\p{Ll}+(?:['’]s)? (?!\p{Lu})/u.test(text)
  )
}

/** Stands behind who does it and the verb. */
function isDone(text: string, term: string): boolean {
  if (CJK.test(term)) return !isDuty(term)
  const behind = text.trim().split(/\s+/).slice(2).join(' ')
  return [...subjectOf(behind)].some((each) => isAlike(each, term))
}

/** `Olga is my manager now`: a name at the beginning shows by no capital that it is one. */
export function newHolder(now: string, old: string): string[] {
  const [name] = headOf(now)
  return name !== undefined && isDuty(now) && isDuty(old) && !old.toLowerCase().includes(name) ? [name] : []
}

/** `The key is under the pot now` for `the key is under the mat`: one word for another, in a clause about the same. */
export function isSubstituted(now: string, old: string, shared: readonly string[]): boolean {
  if (!isInstead(now) && !corrects(now)) return false
  const rest = (text: string): string[] =>
    [...subjectOf(text)].filter((term) => !shared.some((each) => isAlike(each, term)) && !isChange(term))
  const was = rest(old)
  if (
    was.length === 0 ||
    was.length > 4 ||
    (['days', 'time', 'code', 'numbers'] as const).some((sort) => valuesOf(old)[sort].length > 0)
  )
    return false
  return sayingsIn(now).some((clause) => {
    const own = ownOf(clause, shared)
    const is = rest(clause)
    if (own.length === 0 || is.length === 0 || is.length > 3) return false
    return own.some((term) => !isFollowed(clause, term) && !isFollowed(old, term)) && !isOtherHead(clause, old, own)
  })
}

/** They begin with different things: `Emma`, `Theo`. */
function isOtherHead(now: string, old: string, shared: readonly string[]): boolean {
  const [[is], [was]] = [headOf(now), headOf(old)]
  if (is === undefined || was === undefined || isAlike(is, was)) return false
  return !shared.some((term) => isAlike(term, is) || isAlike(term, was))
}

/** `Office hours` are no office. */
function isFollowed(text: string, term: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’_/-]*|[^\s]/gu) ?? []
  const at = words.findIndex((word) => [...contentTerms(word)].some((each) => isAlike(each, term)))
  const behind = words[at + 1]
  return at >= 0 && behind !== undefined && subjectOf(behind).size > 0 && !isChange(behind)
}

/** Of the words two statements share, those of this one. */
export function ownOf(text: string, shared: readonly string[]): string[] {
  const about = [...subjectOf(text)]
  return shared.filter((term) => about.some((each) => isAlike(each, term)))
}

const SPEAKS = inTongue(({ asks }) => asks && `^(?:${asks.firstPerson})`)

/** `The mascot is an owl` for `our mascot is a fox`, `is in the gym` for `is in the hall`: of a thing, not of a person. */
export function isOtherBeing(now: string, old: string): boolean {
  const [is, was] = [beingIn(now), beingIn(old)]
  if (is === undefined || was === undefined || is.kind !== was.kind || !isSameHead(is.head, was.head)) return false
  const isOne = is.head.length === was.head.length && is.what.size > 0 && was.what.size > 0
  return isOne && ![...is.what].some((term) => [...was.what].some((each) => isAlike(each, term)))
}

type Being = { readonly head: readonly string[]; readonly kind: string; readonly what: ReadonlySet<string> }

function beingIn(text: string): Being | undefined {
  const head = headOf(text)
  const [, rest = ''] = COPULA(text).exec(text) ?? []
  const [first = ''] = rest.trim().split(/\s+/)
  if (CJK.test(text) || head.length === 0 || valuesOf(text).person.length > 0) return undefined
  const kind = ARTICLE(text).test(first) ? 'article' : PLACED.test(first) ? first.toLowerCase() : ''
  return kind === '' ? undefined : { head, kind, what: subjectOf(rest) }
}

/** Where something is. */
const PLACED = /^(?:in|at|on|under|im|am|auf|bei|en)$/i
const COPULA = inTongue(
  ({ change }) => change && `(?:(?<=\\s)(?:${change.copula})|(?<=\\p{L})['’]s)\\s+(?:now |jetzt |ahora )?(.+)$`,
)
const ARTICLE = inTongue(({ change }) => change && `^(?:${change.article})$`)
