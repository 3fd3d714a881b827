import { LANGUAGES } from '../language/index.ts'
import type { ItemKind } from '../notes/item.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'

const WORDINGS = LANGUAGES.flatMap(({ wording }) => wording ?? [])

/** In this order: the first that fits names the kind. */
const KINDS = [
  ['Decision', 'decision'],
  ['Preference', 'preference'],
  ['Fact', 'fact'],
] as const satisfies readonly (readonly [ItemKind, string])[]

/** Of a longer text its beginning tells. */
const MAX_CHARS = 1_000

/** Somebody else's words, or a text that is meant; a quote that only begins here is one too. A name in quotes is short. */
const QUOTED = /“[^”]{13,}(?:”|$)|「[^」]{13,}(?:」|$)|«[^»]{13,}(?:»|$)|„[^“”]{13,}(?:[“”]|$)|"[^"]{25,}"/gu

/** What kind of lasting statement a sentence is, by its wording; undefined when it is none. */
export function kindOfStatement(whole: string): ItemKind | undefined {
  const text = whole.slice(0, MAX_CHARS).replace(QUOTED, '“”')
  const kind = KINDS.find(([, field]) => WORDINGS.some((wording) => wording[field].test(text)))?.[0]
  return kind ?? (isNamed(text) || isAppointment(text) ? 'Fact' : undefined)
}

function isNamed(text: string): boolean {
  return WORDINGS.some(({ named }) => named?.test(text) === true)
}

/** A day, and what happens on it. */
function isAppointment(text: string): boolean {
  if (daysNamed(text).length === 0) return false
  if (isOnDay(text)) return true
  return WORDINGS.some(({ due, moved, scheduled }) => due.test(text) || moved.test(text) || scheduled.test(text))
}

/** A comment, or a line of a program. */
const CODE = /^(?:\/\/|\/\*|\*\/|<!--)/

/** Neither a question nor a part of something. */
export function isStatement(text: string): boolean {
  return !CODE.test(text) && !WORDINGS.some(({ question, fragment }) => question.test(text) || fragment.test(text))
}

/** `Please remember that I like tea` says that I like tea. */
export function withoutLeadIn(text: string): string {
  for (const { leadIn } of WORDINGS) if (leadIn?.test(text) === true) return text.replace(leadIn, '')
  return text
}

export function isHabit(text: string): boolean {
  return WORDINGS.some(({ habit }) => habit.test(text))
}

export function isMomentary(text: string): boolean {
  return WORDINGS.some(({ momentary }) => momentary.test(text))
}

export function isAtHand(text: string): boolean {
  return WORDINGS.some(({ atHand }) => atHand.test(text))
}

export function isMove(text: string): boolean {
  return WORDINGS.some(({ moved }) => moved.test(text))
}

export function isDue(text: string): boolean {
  return WORDINGS.some(({ due }) => due.test(text))
}

/** `The exam is on May 4`. */
export function isOnDay(text: string): boolean {
  const shown = withoutDays(text, '@')
  return WORDINGS.some(({ onDay }) => onDay.test(shown))
}
