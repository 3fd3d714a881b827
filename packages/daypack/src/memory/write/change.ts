import { anyLanguage, fromLanguages, sourcesOf } from '../language/index.ts'
import { SOFTWARE } from '../language/software.ts'
import { CJK } from '../text/cjk.ts'
import { daysNamed, withoutDays } from '../text/days-named.ts'
import { contentTerms } from '../trust/terms.ts'
import { clausesOf, piecesOf } from './clauses.ts'
import { isDue } from './wording.ts'

/** Says that something is no longer as it was, in whatever words. */
function isChange(text: string): boolean {
  return CHANGED().test(text)
}

/**
 * What a statement takes back of an older one: the clause about the same thing with another value of the same sort, a
 * day for a day, a number for a number, a name for a name. Undefined when they speak of different things, or agree.
 */
export function takenBack(
  later: string,
  earlier: string,
): { readonly part: string; readonly weight: number } | undefined {
  const [now, old] = [later.slice(0, MAX_CHARS), earlier.slice(0, MAX_CHARS)]
  if (!isChange(now)) return undefined
  const about = subjectOf(now)
  const clauses = piecesOf(old)
  const [best] = clauses
    .map((part) => ({ part, weight: conflict(now, about, part) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  // What it is about and its value may stand in two clauses.
  const whole = best === undefined && clauses.length > 1 ? conflict(now, about, old) : 0
  if (best !== undefined || whole === 0) return best
  const named = clauses.filter((part) => valuesOf(part).names.some((name) => valuesOf(now).names.includes(name)))
  return { part: named.length === 1 && named[0] !== undefined ? named[0] : old, weight: whole }
}

/** Whoever needs more to say it says more than one thing. */
const MAX_CHARS = 1_000

/** How strongly one clause is taken back; 0: not at all. */
function conflict(now: string, about: ReadonlySet<string>, old: string): number {
  if (isOfOthers(now, old) || isAnother(now, old)) return 0
  const shared = [...subjectOf(old)].filter((term) => about.has(term) || [...about].some((each) => isAlike(each, term)))
  const [next, before] = [valuesOf(now), valuesOf(old)]
  const others = SORTS.filter((each) => {
    // What both speak of is no value of it.
    const values = before[each].filter((value) => each !== 'names' || !shared.some((term) => isOf(term, value)))
    return values.length > 0 && isOther(next[each], before[each])
  })
  // `Scrap the 3:25, let's aim for 3:40`, `it is due on May 9`: the value itself, or that there is one, says what it is about.
  const named = others.some((each) => before[each].some((value) => value.length > 2 && next[each].includes(value)))
  const isSameDue = others.includes('days') && isDue(now) && isDue(old)
  const isFramed = others.includes('numbers') && framesOf(old).some((frame) => framesOf(now).includes(frame))
  const touched = shared.length + (named || isSameDue || isFramed ? 1 : 0)
  if (isRival(now, old) || isElsewhere(now, old)) return 2 + touched
  if (touched === 0) return 0
  if (others.length > 0) return 2 + touched
  return shared.length > 0 &&
    clausesOf(now).some((part) => OVER().test(part) && shared.some((term) => contentTerms(part).has(term)))
    ? touched
    : 0
}

/** Of the same person, by whatever verb: lives elsewhere, works for somebody else. */
function isElsewhere(now: string, old: string): boolean {
  return PLACES().some(({ group, others }) => {
    const said = (text: string): { whose: string; where: ReadonlySet<string> } => {
      const found = group.map((pattern) => pattern.exec(text)).find((match) => match !== null)
      const whose = others(text.slice(0, found?.index ?? 0))
        .toSorted()
        .join()
      return { whose, where: contentTerms(found?.groups?.['value'] ?? '') }
    }
    const [is, was] = [said(now), said(old)]
    if (is.whose !== was.whose) return false
    return is.where.size > 0 && was.where.size > 0 && ![...is.where].some((term) => was.where.has(term))
  })
}

/** The two words before a time of day, or what follows a number in Japanese: `take the 7:40`, `6時に起`. */
function framesOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(FRAME)].map(([, before, behind]) => before ?? behind ?? '')
}

/** The first and the second of the same kind. */
export function isAnother(now: string, old: string): boolean {
  return isApart(WHICH(), now, old)
}

/** Of different people, each named by who they are: `my son`, `my daughter`. */
function isOfOthers(now: string, old: string): boolean {
  return isApart(PEOPLE(), now, old)
}

function isApart(signs: readonly ((text: string) => string[])[], now: string, old: string): boolean {
  return signs.some((signsIn) => {
    const [is, was] = [signsIn(now), signsIn(old)]
    return is.length > 0 && was.length > 0 && !is.some((each) => was.includes(each))
  })
}

/** Another state of the same kind, of the same person: `full-time` for `part-time`. */
function isRival(now: string, old: string): boolean {
  const others = allIn(OTHERS())
  if (others(now).toSorted().join() !== others(old).toSorted().join()) return false
  // `The docs use yarn now` says nothing of what we use.
  const groups = OWN().test(now) ? [...RIVALS(), ...TOOLS] : RIVALS()
  return groups.some((group) => {
    const states = allIn(group)
    const [is, was] = [states(now), states(old)]
    return is.length > 0 && was.length > 0 && !is.some((each) => was.includes(each))
  })
}

/** `api` says what `api/v1` is about, and the rest is the value. */
function isOf(term: string, value: string): boolean {
  return value === term || (value.startsWith(term) && !/[\d/_]/.test(value.slice(term.length)))
}

function allIn(pattern: RegExp): (text: string) => string[] {
  return (text) => (text.match(pattern) ?? []).map((each) => each.toLowerCase())
}

/** `Start` and `Starttermin`, `pescado` and `pescadero`, `Versammlung` and `Mitgliederversammlung`. */
function isAlike(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length)
  if (least < 5) return false
  if (least >= 7 && (a.endsWith(b) || b.endsWith(a))) return true
  let same = 0
  while (same < least && a[same] === b[same]) same++
  return same === least || (same >= 6 && same >= 0.75 * least)
}

const SORTS = ['days', 'numbers', 'names'] as const

/** Names a value the old statement does not know. */
function isOther(next: readonly string[], before: readonly string[]): boolean {
  return next.some((value) => !before.includes(value))
}

type Values = Readonly<Record<(typeof SORTS)[number], readonly string[]>>

function valuesOf(text: string): Values {
  const rest = withoutDays(text)
  return {
    days: daysNamed(text),
    numbers: [...(rest.match(NUMBER) ?? []), ...(rest.toLowerCase().match(COUNTED()) ?? [])],
    names: (rest.match(NAME) ?? []).map((name) => name.toLowerCase()).filter((name) => !QUIET().has(name)),
  }
}

/** With what it counts, where no space stands between them. */
const AMOUNT = /(?<![\p{sc=Latin}\d])\d+(?:[:.,]\d+)*[万億亿千百]*[円元块人个時点分号]?/gu
const FRAME = /(\p{L}{3,} \p{L}+) (?=\d{1,2}:\d\d)|(?<=\d)(\p{sc=Han}\p{sc=Hiragana}\p{sc=Han})/gu
const NUMBER = /(?<![\p{sc=Latin}\d])\d+(?:[:.,]\d+)*/gu
/** A capital inside a sentence, an identifier, a name in Katakana; any characters that carry meaning in Chinese and Japanese. */
const NAME =
  /(?<=[\p{L}\d,:=] |[("“])\p{Lu}[\p{L}\d.-]*|[\p{L}]+\d[\p{L}\d.-]*|\p{L}+[_/][\p{L}\d][\p{L}\d_/]*|(?<=[\p{scx=Han}\p{sc=Hiragana}] ?)[A-Za-z][\w.-]+|[\p{sc=Katakana}ー]{2,}|\p{sc=Han}{2}/gu

/** The words of a statement that say what it is about: no days, numbers, nor words that fit everything. */
function subjectOf(text: string): ReadonlySet<string> {
  const terms = contentTerms(withoutDays(text).replace(AMOUNT, ' '))
  return new Set(
    [...terms].filter((term) => !QUIET().has(term) && !/\p{sc=Hiragana}/u.test(term) && !FUNCTION.test(term)),
  )
}

const bounded = (source: string): RegExp =>
  CJK.test(source) ? new RegExp(source, 'giu') : new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'giu')
const RIVALS = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.rivals ?? []).map(bounded)))
const TOOLS = SOFTWARE.map(bounded)
const OWN = anyLanguage(({ shape }) => shape?.own)
const OTHERS = fromLanguages(
  (all) =>
    new RegExp(all.flatMap(({ stance }) => (stance?.others ? bounded(stance.others).source : [])).join('|'), 'giu'),
)
const PLACES = fromLanguages((all) =>
  all.flatMap(({ stance }) =>
    (stance?.places ?? []).map((group) => ({ group, others: allIn(stance?.others ? bounded(stance.others) : NOBODY) })),
  ),
)
const NOBODY = /(?!)/g
const WHICH = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.which ? allIn(bounded(stance.which)) : [])))
const PEOPLE = fromLanguages((all) =>
  all.flatMap(({ stance }) => (stance?.others ? allIn(bounded(stance.others)) : [])),
)
/** Numbers in words; `a` and `one` mostly count nothing. */
const COUNTED = fromLanguages((all) => {
  const words = all.flatMap(({ calendar }) => Object.keys(calendar?.numbers ?? {})).filter((word) => word.length > 2)
  return new RegExp(
    `(?<!\\p{L})(?:${[...new Set(words)].join('|')})(?!\\p{L})|[一二两三四五六七八九十百千万]+(?=[个只条点杯次万千百块元人])`,
    'giu',
  )
})
const CHANGED = anyLanguage(({ stance }) => stance?.changed)
const OVER = anyLanguage(({ stance }) => stance?.over)
const QUIET = fromLanguages(() => contentTerms(sourcesOf(({ stance }) => stance?.moving).join(' ')))
const FUNCTION = /^\p{sc=Han}$|[的了是在和有我你他她这那就都也不用把被从到要]/u
