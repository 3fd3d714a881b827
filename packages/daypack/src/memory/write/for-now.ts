import { anyLanguage } from '../language/index.ts'
import { clausesOf } from './clauses.ts'
import { hasValue } from './has-value.ts'
import { withoutOpener } from './lasting.ts'
import { isChange } from './signs.ts'
import { kindOfStatement } from './wording.ts'

/**
 * `Rename that class`, `one more example please`, `I have a headache`: asks for something now or tells of this hour, and
 * of nothing else. What stands in another clause counts when it speaks of the speaker, holds a value, or is a statement by
 * its wording; `I'm making pancakes, how much flour` only says why it is asked.
 */
export function isForNow(sentence: string): boolean {
  const clauses = clausesIn(sentence)
  const asked = clauses.filter((clause) => isAsked(clause) || MOMENT().test(clause) || isEvent(clause))
  if (asked.length === 0) return false
  const rest = clauses.filter((clause) => !asked.includes(clause)).join(', ')
  if (rest === '') return true
  if (SETTING().test(rest)) return asked.some(isAsked)
  return !(OWN().test(rest) || hasValue(rest) || kindOfStatement(rest) !== undefined)
}

/** What is left of a sentence without the clauses that ask for something, where they are not all of it. */
export function withoutRequests(sentence: string): string {
  const told = clausesIn(sentence).filter((clause) => !isAsked(clause))
  return told.length === 0 ? sentence : told.join(', ')
}

/** What goes on ends otherwise: in Japanese an order ends as a clause does that another one follows. */
function clausesIn(sentence: string): string[] {
  return clausesOf(withoutOpener(sentence)).map((clause, at, all) => (at + 1 < all.length ? `${clause}、` : clause))
}

function isAsked(clause: string): boolean {
  return REQUEST().test(clause) && !STANDING().test(clause)
}

/** `I burnt the first batch` is over; `I dropped out in May` is a change. */
function isEvent(clause: string): boolean {
  return HAPPENED().test(clause) && !isChange(clause) && !/\d/.test(clause) && !hasValue(clause)
}

const HAPPENED = anyLanguage(({ shape }) => shape?.happened)
const MOMENT = anyLanguage(({ shape }) => shape?.moment)
const REQUEST = anyLanguage(({ shape }) => shape?.request)
const SETTING = anyLanguage(({ shape }) => shape?.setting)
const STANDING = anyLanguage(({ shape }) => shape?.standing)
const OWN = anyLanguage(({ shape }) => shape?.own)
