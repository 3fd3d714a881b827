import { anyLanguage, fromLanguages } from '../language/index.ts'
import { patternOf } from '../language/pattern.ts'
import { contentTerms, share } from '../trust/terms.ts'

/** Whoever writes more says more than one thing. */
const MAX_CHARS = 400
const HALF = 0.5

/**
 * The line of a page that a new one takes the place of: the same with and without a `not` or with another number at its end,
 * another value of one slot, or what the new one says it stands instead of. Undefined where that is not sure, or two lines fit: then both stay, each with its day.
 */
export function replaces(line: string, page: readonly string[]): string | undefined {
  if (line.length > MAX_CHARS) return undefined
  const [found, ...others] = page.filter(
    (old) =>
      old.length <= MAX_CHARS &&
      !saysMore(line, old) &&
      [isReversed, isOtherNumber, isOtherValue, isInstead].some((is) => is(line, old)),
  )
  return others.length === 0 ? found : undefined
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

type Terms = ReadonlySet<string>

/** `The dentist is on November 20` after `the dentist is on November 18`. */
function isOtherNumber(line: string, old: string): boolean {
  const [next, was] = [line, old].map((text) => NUMBER_LAST.exec(text.trim().toLowerCase()))
  return next?.[1] !== undefined && next[1] === was?.[1] && next[2] !== was[2]
}

const NUMBER_LAST = /^(\D{8,})(\d[\d:.,]*\S{0,2}?)[.!。]?$/u

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
