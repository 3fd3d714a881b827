import { NO_ELSEWHERE, USER_ELSEWHERE } from '../language/elsewhere.ts'
import { CJK } from '../text/cjk.ts'
import { inTongue } from '../text/tongue.ts'
import { SPEAKER, TELLING } from './lineage.ts'
import { OPPOSITES } from '../language/elsewhere.ts'
import { type Clause, clausesIn, nearest, type Said } from './said.ts'
import { contentTerms, share } from './terms.ts'

/**
 * Clauses that say yes where what they rest on says no, or the other way round, and those that take for certain what was only
 * weighed: `the user eats meat` of `I don't eat meat`, `they move to Rome` of `we might move to Rome`.
 */
export function deniedIn(claim: string, { clauses }: Said): string[] {
  return clausesIn(claim).flatMap(({ text }) => {
    const about = contentTerms(
      bare(text)
        .replace(TELLING(), ' ')
        .replace(everywhere(NO(text)), ' ')
        .replace(everywhere(PERHAPS(text)), ' '),
    )
    const near = nearest(about, clauses)
    // A few words in common tell nothing of a long clause.
    if (
      near.length === 0 ||
      (about.size > (CJK.test(text) ? 2 : 1) * SHORT && share(about, near[0]?.terms ?? new Set()) < MOST)
    )
      return []
    const agrees = near.some(
      (said) =>
        isNo(said.text) === isNo(text) &&
        (!isAlike(contentTerms(bare(said.text).replace(everywhere(NO(said.text)), ' ')), about) ||
          nosIn(said.text) === nosIn(text)),
    )
    const isSure = PERHAPS(text).test(text) || near.some((said) => !PERHAPS(said.text).test(said.text))
    const isTurned = OPPOSITES.some(
      ([one, other]) => isOtherWay(text, near, one, other) || isOtherWay(text, near, other, one),
    )
    return agrees && isSure && !isTurned && !isOnlyDenied(text, about, clauses) ? [] : [text]
  })
}

/** Says of something that it is so of which it was only said that it is not: `in the wiki` of `in the safe, not in the wiki`. */
function isOnlyDenied(text: string, about: ReadonlySet<string>, clauses: readonly Clause[]): boolean {
  if (isNo(text) || COMPARES.test(text)) return false
  return [...about].some((term) => {
    const having = clauses.filter(({ terms }) => terms.has(term))
    return having.length > 0 && having.every((clause) => isNo(clause.text) && isBehindNo(clause, term))
  })
}

/** `Not in the wiki`: nothing else is denied there. */
function isBehindNo({ text, terms }: Clause, term: string): boolean {
  const bare = contentTerms(text.replace(everywhere(NO(text)), ' '))
  return bare.size === 1 && terms.has(term)
}

/** `At least` where all that is near says `at most`. */
function isOtherWay(text: string, near: readonly Clause[], one: RegExp, other: RegExp): boolean {
  return one.test(text) && !other.test(text) && near.every((said) => other.test(said.text) && !one.test(said.text))
}

/** Nearly word for word: then each no counts. */
function isAlike(said: ReadonlySet<string>, about: ReadonlySet<string>): boolean {
  return Math.min(share(said, about), share(about, said)) >= ALIKE
}

const ALIKE = 0.75

function nosIn(text: string): number {
  const said = text.replace(UNSAID, ' ')
  return said.match(everywhere(NO(said)))?.length ?? 0
}

function isNo(text: string): boolean {
  const said = text.replace(UNSAID, ' ')
  return NO(said).test(said)
}

function bare(text: string): string {
  return text.replace(SPEAKER(), ' ').replace(USER, ' ')
}

function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern, 'giu')
}

const SHORT = 3
const MOST = 0.5
const USER = new RegExp(USER_ELSEWHERE, 'giu')
/** A no that denies nothing. */
const UNSAID =
  /(?:don['’]?t|do not|never) forget|no (?:problem|worries|doubt|matter)|not only|why not|nicht (?:vergessen|nur|wahr)|vergiss nicht|kein problem|no (?:olvides|te olvides|hay problema)|no solo|n['’]oublie[sz]? pas|pas de (?:souci|problème)|别忘|不要忘|不错|不过|不仅|不只|特别|分别|级别|性别|区别|别的|别人|没问题|没关系|不好意思|忘れない|間違いない|少ない|危ない|くない(?:です)?か/giu
const NO = inTongue(({ stance }) => [stance?.no, stance?.ended, NO_ELSEWHERE].filter(Boolean).join('|'))
/** One thing before another. */
const COMPARES =
  /(?<!\p{L})(?:over|rather|instead|than|statt|anstatt|anstelle|lieber|en lugar|en vez|antes que|plutôt|au lieu)(?!\p{L})|而不是|不是|ではなく|より|代わり/iu
const PERHAPS = inTongue(({ stance }) => stance?.perhaps)
