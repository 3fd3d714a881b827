import { anyLanguage, fromLanguages } from '../language/index.ts'
import { SOFTWARE } from '../language/software.ts'
import type { Sort } from '../language/language.ts'
import { CJK } from '../text/cjk.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { allIn, bounded } from './bounded.ts'
import { sayingsIn } from './clauses.ts'
import { headOf, isSameHead } from './same-thing.ts'
import { isInstead, isChange, isOnly } from './signs.ts'
import { isValue, type ValueSort } from './sorts.ts'
import { inTongue } from './tongue.ts'

/** Another state of the same kind, of the same person: `full-time` for `part-time`. */
export function isRival(now: string, old: string): boolean {
  if (isOfSomebody(now, old)) return false
  // `The docs use yarn now` says nothing of what we use.
  const groups = OWN().test(now) && isChange(now) ? [...RIVALS(), ...TOOLS] : RIVALS()
  return groups.some((group) => {
    const states = allIn(group)
    const [is, was] = [states(now), states(old)]
    return is.length > 0 && was.length > 0 && !is.some((each) => was.includes(each))
  })
}

/** Another way to get about or another drink, where that is said to be the one. */
export function isOtherHabit(now: string, old: string, others: readonly ValueSort[]): boolean {
  if (!others.some((sort) => HABITS.includes(sort)) || isOfSomebody(now, old)) return false
  return isOnly(now) || (others.includes('transport') && OWN().test(now) && isInstead(now))
}

const HABITS: readonly ValueSort[] = ['drink', 'transport'] satisfies Sort[]

/** Of the same person, by whatever verb: lives elsewhere, works for somebody else. */
export function isElsewhere(now: string, old: string): boolean {
  return PLACES().some(({ group, others }) => {
    const said = (text: string): { whose: string; head: string[]; where: ReadonlySet<string> } => {
      const found = group.map((pattern) => pattern.exec(text)).find((match) => match !== null)
      const before =
        sayingsIn(`${text.slice(0, found?.index ?? 0)}@`)
          .at(-1)
          ?.slice(0, -1) ?? ''
      const where = contentTerms(found?.groups?.['value'] ?? '')
      const isNamed = CJK.test(before) && !OWN().test(before) && !isChange(before)
      const head = isNamed ? [before.trim()] : headOf(before)
      return { whose: others(before).toSorted().join(), head, where }
    }
    const [is, was] = [said(now), said(old)]
    const isOne = is.whose === was.whose && (is.head.length === 0) === (was.head.length === 0)
    if (!isSameHead(is.head, was.head) && !(isOne && (is.whose !== '' || is.head.length === 0))) return false
    return (
      is.where.size > 0 && was.where.size > 0 && share(is.where, was.where) <= 0.5 && share(was.where, is.where) <= 0.5
    )
  })
}

/** The first and the second of the same kind. */
export function isAnother(now: string, old: string): boolean {
  return isApart(WHICH(), now, old)
}

/** Of different people, each named by who they are: `my son`, `my daughter`. */
export function isOfOthers(now: string, old: string): boolean {
  return isApart(PEOPLE(), now, old)
}

function isApart(signs: readonly ((text: string) => string[])[], now: string, old: string): boolean {
  return signs.some((signsIn) => {
    const [is, was] = [signsIn(now), signsIn(old)]
    return is.length > 0 && was.length > 0 && !is.some((each) => was.includes(each))
  })
}

/** One of the two speaks of somebody the other does not. */
function isOfSomebody(now: string, old: string): boolean {
  const others = allIn(OTHERS())
  if (others(now).toSorted().join() !== others(old).toSorted().join()) return true
  const [is, was] = [headOf(now), headOf(old)]
  if (is.length === 0 || isSameHead(is, was) || is.some((term) => old.toLowerCase().includes(term) || isValue(term)))
    return false
  // `Decaf only for me` is mine; `my flatmate Josh`, `Josh` is somebody.
  return /^\p{Lu}\p{Ll}+ (?!\p{Lu})/u.test(now) ? !OWN().test(now) : ARTICLE(now).test(now)
}

const RIVALS = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.rivals ?? []).map((each) => bounded(each))))
const TOOLS = SOFTWARE.map((each) => bounded(each))
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
const ARTICLE = inTongue(({ change }) => change && `^(?:${change.article})(?!\\p{L})`)
const WHICH = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.which ? allIn(bounded(stance.which)) : [])))
const PEOPLE = fromLanguages((all) =>
  all.flatMap(({ stance, change }) => {
    if (stance?.others === undefined) return []
    // A pronoun names nobody.
    const pronoun = change && new RegExp(`^(?:${change.points})$`, 'iu')
    const named = allIn(bounded(stance.others))
    return (text: string) => named(text).filter((each) => pronoun?.test(each) !== true)
  }),
)
