import { anyLanguage, fromLanguages } from '../language/index.ts'
import { SOFTWARE, SOFTWARE_REPLACED } from '../language/software.ts'
import { CJK } from '../text/cjk.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { allIn, bounded } from '../text/bounded.ts'
import { sayingsIn } from './clauses.ts'
import { remembered } from '../text/remembered.ts'
import { headOf, isSameHead } from './same-thing.ts'
import { isChange } from './signs.ts'
import { isValue } from './sorts.ts'
import { inTongue } from '../text/tongue.ts'

/** Another state of the same kind, of the same person: `full-time` for `part-time`. */
export function isRival(now: string, old: string): boolean {
  return isOtherIn(statesIn(now), statesIn(old)) && !isOfSomebody(now, old)
}

/** Another tool for the same work: `pnpm` for `npm`. */
export function isOtherTool(now: string, old: string): boolean {
  return isOtherIn(toolsIn(now), toolsIn(old)) || isOtherIn(pickedIn(now), pickedIn(old))
}

function isOtherIn(now: readonly string[][], old: readonly string[][]): boolean {
  return now.some((is, group) => {
    const was = old[group] ?? []
    return is.length > 0 && was.length > 0 && !is.some((each) => was.includes(each))
  })
}

/** Of the same person, by whatever verb: lives elsewhere, works for somebody else. */
export function isElsewhere(now: string, old: string): boolean {
  const [all, before] = [placesIn(now), placesIn(old)]
  return all.some((is, group) => {
    const was = before[group]
    if (is === undefined || was === undefined) return false
    const isOne = is.whose === was.whose && (is.head.length === 0) === (was.head.length === 0)
    if (!isSameHead(is.head, was.head) && !(isOne && (is.whose !== '' || is.head.length === 0))) return false
    return share(is.where, was.where) <= 0.5 && share(was.where, is.where) <= 0.5
  })
}

type Place = { readonly whose: string; readonly head: readonly string[]; readonly where: ReadonlySet<string> }

/** Of each kind of place what a text says, and of whom. */
const placesIn = remembered((text): (Place | undefined)[] =>
  PLACES().map(({ group, others }) => {
    const found = group.map((pattern) => pattern.exec(text)).find((match) => match !== null)
    const where = contentTerms(found?.groups?.['value'] ?? '')
    if (found === undefined || where.size === 0) return undefined
    const parts = sayingsIn(`${text.slice(0, found.index)}@`)
    const before = parts.at(-1)?.slice(0, -1) ?? ''
    const isNamed = CJK.test(before) && !OWN().test(before) && !isChange(before)
    return { whose: others(before).toSorted().join(), head: isNamed ? [before.trim()] : headOf(before), where }
  }),
)

/** The first and the second of the same kind. */
export function isAnother(now: string, old: string): boolean {
  return isOtherIn(whichIn(now), whichIn(old))
}

/** Of different people, each named by who they are: `my son`, `my daughter`. */
export function isOfOthers(now: string, old: string): boolean {
  return isOtherIn(peopleIn(now), peopleIn(old))
}

/** One of the two speaks of somebody the other does not. */
function isOfSomebody(now: string, old: string): boolean {
  if (othersIn(now) !== othersIn(old)) return true
  const [is, was] = [headOf(now), headOf(old)]
  if (is.length === 0 || isSameHead(is, was) || is.some((term) => old.toLowerCase().includes(term) || isValue(term)))
    return false
  // `Decaf only for me` is mine; `my flatmate Josh`, `Josh` is somebody.
  return /^\p{Lu}\p{Ll}+ (?!\p{Lu})/u.test(now) ? !OWN().test(now) : ARTICLE(now).test(now)
}

const RIVALS = fromLanguages((all) => all.flatMap(({ stance }) => (stance?.rivals ?? []).map((each) => bounded(each))))
const statesIn = remembered((text) => RIVALS().map((group) => allIn(group)(text)))
const TOOLS = SOFTWARE.map((each) => bounded(each))
const toolsIn = remembered((text) => TOOLS.map((group) => allIn(group)(text)))
const PICKED = SOFTWARE_REPLACED.map((each) => bounded(each))
const pickedIn = remembered((text) => PICKED.map((group) => allIn(group)(text)))
const othersIn = remembered((text) => allIn(OTHERS())(text).toSorted().join())
const whichIn = remembered((text) => WHICH().map((signsIn) => signsIn(text)))
const peopleIn = remembered((text) => PEOPLE().map((signsIn) => signsIn(text)))
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
