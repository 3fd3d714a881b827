import { anyLanguage, fromLanguages, sourcesOf } from '../language/index.ts'
import { patternOf } from '../language/pattern.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { wordScorer } from './score.ts'
import { type Values, type ValueSort, valuesOf, withoutValues } from './values.ts'
import weights from './weights.json' with { type: 'json' }

/** How surely a line's words say that something is no longer as it was, between 0 and 1. */
const soundsChanged = (text: string): number => 1 / (1 + Math.exp(-wordsTell(text)))
const wordsTell = wordScorer(weights.change)

/** So sure are the words of a change that it needs only half of what the old line is about. */
const SURE = 0.95
/** Below this nothing is struck, unless both say the very same of the same thing. */
const LIKELY = 0.6
const [HALF, MOST] = [0.5, 0.6]
/** Two lines that fit this nearly alike may both be meant. */
const CLOSE = 0.1
/** Whoever writes more says more than one thing. */
const MAX_CHARS = 400

/**
 * The line of a page that a new one takes the place of: it is about the same and gives another value of one sort. Undefined
 * where that is not sure, or two lines fit alike: then both stay, each with its day.
 */
export function replaces(line: string, page: readonly string[]): string | undefined {
  if (line.length > MAX_CHARS) return undefined
  const next = { about: subjectOf(line), values: valuesOf(line), change: soundsChanged(line) }
  const fits = page
    .filter((old) => old.length <= MAX_CHARS && !saysMore(line, old))
    .map((old) => ({
      old,
      fit: [isReversed, isOtherValue, isInstead].some((is) => is(line, old)) ? 2 : fitOf(next, old),
    }))
    .filter(({ fit }) => fit > 0)
  const best = Math.max(0, ...fits.map(({ fit }) => fit))
  const [found, ...others] = fits.filter(({ fit }) => fit > best - CLOSE)
  return others.length === 0 ? found?.old : undefined
}

/** A clause of the old line is about something the new one does not touch: striking it would lose that. */
function saysMore(line: string, old: string): boolean {
  const terms = contentTerms(line)
  const clauses = old.split(/[,;，；]/).map((clause) => contentTerms(clause))
  return clauses.length > 1 && clauses.some((clause) => clause.size > 1 && share(clause, terms) === 0)
}

/** The same words with and without a `not`. */
function isReversed(line: string, old: string): boolean {
  if (NO().test(line) === NO().test(old)) return false
  const [next, was] = [line, old].map((text) => contentTerms(text.replace(NO(), ' '))) as [Terms, Terms]
  return was.size > 0 && share(next, was) === 1 && share(was, next) === 1
}

/** `My bank is KBC` after `my bank is Argenta`; the invoice of customer 20 is not that of customer 21. */
function isOtherValue(line: string, old: string): boolean {
  return SLOTS().some((pattern) => {
    const [next, was] = [pattern.exec(line)?.groups, pattern.exec(old)?.groups]
    const slot = next?.['slot']?.trim().toLowerCase() ?? ''
    if (slot !== (was?.['slot']?.trim().toLowerCase() ?? '') || WHOEVER.test(slot)) return false
    const [value, before] = [contentTerms(next?.['value'] ?? ''), contentTerms(was?.['value'] ?? '')]
    return before.size > 0 && share(value, before) < 1 && (share(before, value) < HALF || NO().test(line))
  })
}

/** What a note calls its person is no slot: somebody is many things at once. */
const WHOEVER = /(?:^|\s)(?:user|nutzer(?:in)?|usuari[oa]|utilisat(?:eur|rice)|用户|ユーザー)$/iu

/** `B instead of A`, `switched from A to B`: an old line about A that does not know B. */
function isInstead(line: string, old: string): boolean {
  const terms = contentTerms(old)
  return REPLACEMENTS.some((pattern) => {
    const { a = '', b = '' } = pattern.exec(line)?.groups ?? {}
    return share(contentTerms(a), terms) === 1 && share(contentTerms(b), terms) < 1 && !NO().test(old)
  })
}

/** `switch from a to b`, `b instead of a`; any word order names `a` and `b`. */
const REPLACEMENTS: readonly RegExp[] = [
  /(?<!\p{L})(?:from|von|de|从|由|把) ?(?<a>[\p{L}\d.+#-]+?) ?(?:to|zu|auf|a|à|换成|改为|改成|迁移到|切换到)(?![a-z]) ?(?<b>[\p{L}\d.+#-]+)/iu,
  /(?<!\p{L})replac\p{L}* (?<a>[\w.+#-]+) (?:with|by) (?<b>[\w.+#-]+)/iu,
  /(?<a>[\w.+#-]+)から(?<b>[\w.+#-]+)(?:に|へ)/iu,
  /(?<b>[\w.+#-]+) (?:instead of|rather than|not|statt|anstelle von|en vez de|en lugar de|au lieu de|plutôt que) (?<a>[\w.+#-]+)/iu,
]
const SLOTS = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.slots ?? []).map((each) => patternOf(each))))
const NO = anyLanguage(({ stance }) => stance?.no)

type Terms = ReadonlySet<string>
type Said = { readonly about: Terms; readonly values: Values; readonly change: number }

function fitOf({ about, values, change }: Said, old: string): number {
  const [before, was] = [subjectOf(old), valuesOf(old)]
  const [names, known] = [namesOf(values), namesOf(was)]
  const shared = [...before].filter((term) => [...about].some((each) => isAlike(each, term))).length
  const isNamed = names.some((name) => known.includes(name))
  if (shared === 0 && !isNamed) return 0
  const part = shared / Math.max(1, Math.min(about.size, before.size))
  const differing = VALUED.filter((sort) => isOther(values[sort], was[sort], sort))
  // The invoice of customer 20 is not that of customer 21: with two values apart, it is another thing.
  if (differing.length > 1 || isCountedTwice(values, was)) return 0
  if (differing.length === 1 && change >= SURE && part >= HALF) return part + change
  // Emma's football is not Jonas's: nothing the old line is about is missing.
  const isSame = shared === about.size && shared === before.size
  const isWhole = shared === before.size && part >= MOST && (isNamed || names.length === 0 || known.length === 0)
  if (differing.length === 1 && isWhole && (isSame || change >= LIKELY)) return part + change
  const isRenamed = names.some((name) => !known.includes(name))
  return isRenamed && change >= SURE && part >= HALF && (isNamed || shared > 1) ? part + change - HALF : 0
}

const VALUED: readonly ValueSort[] = [
  ...(['days', 'code', 'numbers'] as const),
  ...(['time', 'amount', 'address'] as const),
]

/** Both give two numbers, and neither is the same: nothing tells which of them is the value. */
function isCountedTwice({ numbers: next }: Values, { numbers: was }: Values): boolean {
  return next.length > 1 && was.length > 1 && !next.some((value) => was.includes(value))
}

/** Any two characters may be a name in Chinese: only what shows by itself that it is one. */
function namesOf({ names }: Values): string[] {
  return names.filter((name) => name.length > 1 && !/^\p{sc=Han}+$/u.test(name) && !quietWords().has(name))
}

/** Names a value the old statement does not know; of amounts, one with the same unit. */
function isOther(next: readonly string[], before: readonly string[], sort: ValueSort): boolean {
  return next.some((value) => {
    const alike = sort === 'amount' ? before.filter((each) => unitOf(each) === unitOf(value)) : before
    // `10月2号` is `2号`, too.
    const isSame = (each: string): boolean => each === value || (/^\d/.test(each) && value.endsWith(each))
    return alike.length > 0 && !alike.some((each) => isSame(each) || (/^\d/.test(value) && each.endsWith(value)))
  })
}

function unitOf(amount: string): string {
  const [last = ''] = amount.split(/[\d.,\s一二两三四五六七八九十百千半]+/u).slice(-1)
  return last.slice(0, 4)
}

/** The words of a statement that say what it is about: no values, nor words that fit everything. */
function subjectOf(text: string): Terms {
  const terms = [...contentTerms(withoutValues(text))]
  return new Set(
    terms.filter((term) => !quietWords().has(term) && !/\p{sc=Hiragana}/u.test(term) && !FUNCTION.test(term)),
  )
}

const FUNCTION = /^\p{sc=Han}$|[的了是在和有我你他她这那就都也不用把被从到要]/u
/** Words that only tell that something changed, or fit everything: no sign of what a statement is about. */
const quietWords = fromLanguages(() => contentTerms(sourcesOf(({ stance }) => stance?.moving).join(' ')))

/** `Versammlung` and `Mitgliederversammlung`, `jefe` and `jefa`, `Start` and `Starttermin`. */
function isAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short === long) return true
  if (short.length < 4) return false
  if (long.startsWith(short) || (long.endsWith(short) && long.length - short.length >= 4)) return true
  let same = 0
  while (same < short.length && a[same] === b[same]) same++
  return same >= 6 ? same >= 0.75 * short.length : same === long.length - 1
}
