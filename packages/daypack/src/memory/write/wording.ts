import { anyLanguage, fromLanguages } from '../language/index.ts'
import type { StatementKind } from '../notes/statement.ts'
import { CJK } from '../text/cjk.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'
import { withoutQuotes } from './quoted.ts'

const wordings = fromLanguages((all) => all.flatMap(({ wording }) => wording ?? []))

/** In this order: the first that fits names the kind. */
const KINDS = [
  ['Decision', 'decision'],
  ['Preference', 'preference'],
  ['Fact', 'fact'],
] as const satisfies readonly (readonly [StatementKind, string])[]

/** Of a longer text its beginning tells. */
const MAX_CHARS = 1_000

/** What kind of lasting statement a sentence is, by its wording; undefined when it is none. */
export function kindOfStatement(whole: string): StatementKind | undefined {
  const text = withoutQuotes(whole.slice(0, MAX_CHARS))
  const kind = KINDS.find(([, field]) => wordings().some((wording) => wording[field].test(text)))?.[0]
  return kind ?? (isNamed(text) || isAppointment(text) || isState(text) ? 'Fact' : kindByShape(text))
}

/** `I'm single`: a state of which a person has one at a time. */
function isState(text: string): boolean {
  const beginning = text
    .split(/[\s，、]+/u)
    .slice(0, 2)
    .join(' ')
  return text.length <= STATE_CHARS && OWN().test(beginning) && STATES().test(text) && !PASSING().test(text)
}

const STATE_CHARS = 30
const OWN = anyLanguage(({ shape }) => shape?.own)
const STATES = anyLanguage(({ stance }) => {
  const any = stance?.rivals?.join('|')
  return any === undefined || CJK.test(any) ? any : `(?<!\\p{L})(?:${any})(?!\\p{L})`
})

/** Longer sentences are told, not stated. */
const STATED_CHARS = 120

/** By who is spoken of and how, where no verb of the tables says it. */
function kindByShape(text: string): StatementKind | undefined {
  if (!isShort(text) || MACHINE.test(text) || PASSING().test(text)) return undefined
  // What a later clause calls `it` is named in the first.
  if (isAtHand(text.split(/[,;，；]/u)[0] ?? '') && !(OWN().test(text) && RECURRING().test(text))) return undefined
  if (RULE().test(text)) return 'Preference'
  if (SELF().test(text) || RECURRING().test(text)) return 'Fact'
  return THING().test(text) && SPECIFIC.test(text) ? 'Fact' : undefined
}

/** A Han character says as much as three letters. */
function isShort(text: string): boolean {
  return text.length + 2 * (text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0) <= STATED_CHARS
}

/** Columns and brackets: no person talks like that. */
const MACHINE = /\S\s{2,}\S|[{}<>|]/
const PASSING = anyLanguage(({ shape }) => shape?.passing)
const RULE = anyLanguage(({ shape }) => shape?.rule)
const SELF = anyLanguage(({ shape }) => shape?.self)
const RECURRING = anyLanguage(({ shape }) => shape?.recurring)
const THING = anyLanguage(({ shape }) => shape?.thing)
/** Names something: a number, a time, a path, an identifier, a name with a capital inside the sentence. */
const SPECIFIC =
  /\d|[\p{L}\d][._/@:-][\p{L}\d]|\p{Ll}\p{Lu}|(?<=[\p{L},] )\p{Lu}\p{L}|(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}] ?)\p{scx=Latin}{2,}|[\p{sc=Katakana}ー]{3,}/u

function isNamed(text: string): boolean {
  return isShort(text) && wordings().some(({ named }) => named?.test(text) === true)
}

/** A day, and what happens on it. */
function isAppointment(text: string): boolean {
  if (daysNamed(text).length === 0) return false
  if (isOnDay(text) || isDated(text)) return true
  return wordings().some(({ due, moved, scheduled }) => due.test(text) || moved.test(text) || scheduled.test(text))
}

/** A comment, or a line of a program. */
const CODE = /^(?:\/\/|\/\*|\*\/|<!--)/

/** `Dentist on May 14`: a short line with a date of no other year, told of nobody's past. */
function isDated(text: string): boolean {
  if (text.length > DATED_CHARS || MACHINE.test(text) || PAST.test(text) || PASSING().test(text)) return false
  const isDate = daysNamed(text).some((day) => /\d/.test(day) && /\p{L}/u.test(day))
  return isDate && /\p{L}{3}|\p{scx=Han}{2}/u.test(withoutDays(text))
}

const DATED_CHARS = 60
const PAST =
  /\d{4}|\b(?:was|were|did|had|fue|era|war|wurde|hatte)\b|^\p{L}+ed\b|\p{L}(?:ó|aron|ieron)(?!\p{L})|于|抵达|^\d{1,2}月\d{1,2}日[，,]|了[。！]?$/iu

/** Neither a question nor a part of something. */
export function isStatement(text: string): boolean {
  return !CODE.test(text) && !wordings().some(({ question, fragment }) => question.test(text) || fragment.test(text))
}

const HELLO = anyLanguage(({ hello }) => hello && `^(?:${hello})[,!.，。、！]\\s*(?=\\S)`)

/** `Please remember that I like tea` says that I like tea. */
export function withoutLeadIn(text: string): string {
  const said = withoutHello(text)
  for (const { leadIn } of wordings()) if (leadIn?.test(said) === true) return said.replace(leadIn, '')
  return said
}

/** `Hallo, ich bin Jonas` is noted as `Ich bin Jonas`. */
function withoutHello(text: string): string {
  const rest = text.replace(HELLO(), '')
  return rest === text || !/^\p{Lu}/u.test(text) ? rest : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}

/** Happens again and again. */
export function isRecurring(text: string): boolean {
  return RECURRING().test(text)
}

export function isHabit(text: string): boolean {
  return wordings().some(({ habit }) => habit.test(text))
}

export function isMomentary(text: string): boolean {
  return wordings().some(({ momentary }) => momentary.test(text))
}

export function isAtHand(text: string): boolean {
  return wordings().some(({ atHand }) => atHand.test(text))
}

/** `The exam is on May 4`. */
export function isOnDay(text: string): boolean {
  const shown = withoutDays(text, '@')
  return wordings().some(({ onDay }) => onDay.test(shown))
}

/** Whether a statement needs what it answers to be understood. */
export function isReference(text: string): boolean {
  return wordings().some(({ refers }) => refers.test(text))
}
