import { CJK } from '../text/cjk.ts'
import { withoutDays } from '../text/days-named.ts'
import { contentTerms, share } from '../trust/terms.ts'
import { withoutQuote } from '../write/refers.ts'
import { headOf } from '../write/same-thing.ts'
import { inTongue, tonguesOf } from '../text/tongue.ts'

/**
 * A change that does not say of what (`it's at 4 instead`, `开业改到9月10日了`) with what the line it changes is about, in that
 * line's own words: `The dentist: It's at 4`. As it is where it says so itself, or where the old line does not begin with it.
 */
export function titled(now: string, old: string): string {
  const { said, quote } = withoutQuote(now)
  const subject = subjectIn(old)
  // The line it changes stands below it: a word they share says enough.
  if (subject === '') return share(contentTerms(quote), contentTerms(said)) > 0 ? said : now
  const isLost = CJK.test(subject) ? isTopicLost(said, old, subject) : isHeadLost(said, subject, quote !== '')
  if (!isLost) return now
  return CJK.test(subject) ? `${subject}：${said}` : `${subject}: ${said}`
}

/** `The dentist` of `The dentist is at 3`; empty where it begins with a person speaking or spoken of, or without a subject. */
function subjectIn(line: string): string {
  const label = /^([^:：]{2,40})[:：]\s*\S/u.exec(line)?.[1]
  const subject =
    label ?? (CJK.test(line.slice(0, 4)) ? TOPIC.exec(withoutDays(line, '@')) : OF(line).exec(line))?.[1] ?? ''
  return POINTS(subject).test(subject) || SPEAKER.test(subject) ? '' : subject.trim()
}

/** It names nothing, or only a part of what the other does: `the review` of `the security review`. */
function isHeadLost(now: string, subject: string, isPointed: boolean): boolean {
  const [is, was] = [headOf(now), headOf(subject)]
  // `The trip to Bletchley`, of which now only `the trip` is said.
  const names = subject.match(/(?<=\s)\p{Lu}[\p{L}\p{N}-]+/gu) ?? []
  if (is.length > 0 && names.some((name) => !now.includes(name)) && is.every((term) => was.includes(term)))
    return !IS_NOUN(subject)
  if (was.every((term) => now.toLowerCase().includes(term))) return false
  if (isPointed || is.length === 0) return isPointed
  const missing = was.filter((term) => !is.includes(term))
  // `The release` after `the first release` says enough.
  return missing.length === was.length - is.length && !missing.every((term) => WHICH(subject).test(term))
}

/** What it begins with stands in the old line too, which begins with more. */
function isTopicLost(now: string, old: string, subject: string): boolean {
  if (now.includes(subject)) return false
  const own = BEGINNING.exec(withoutDays(now, '@'))?.[1] ?? ''
  return own === '' || old.includes(own)
}

const OF = inTongue(
  ({ change }) =>
    change && `^((?:[\\p{L}\\p{N}'’/-]+ ){0,4}[\\p{L}\\p{N}'’/-]+?) ?(?:(?<= )(?:${change.copula})(?!\\p{L}))`,
)
const WHICH = inTongue(({ stance }) => stance?.which && `^(?:${stance.which})$`)
/** German writes every noun with a capital. */
const IS_NOUN = (text: string): boolean => tonguesOf(text).some(({ code }) => code === 'de')
/** A pronoun alone; `der` is an article, too. */
const POINTS = inTongue(({ change }) => change && `^(?:${change.points})$`)
const SPEAKER = /^(?:i|we|ich|wir|yo|nosotros|je|nous)(?!\p{L})|[我你您他她咱]|私|僕|俺/iu
/** Up to the verb, the particle or the value behind what it is about. */
const TOPIC =
  /^([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{L}]{2,12}?)的?(?:是|为|在|定|は|が|每|毎|[@\d]|[一二两三四五六七八九十百千]+[点号块元時円])/u
const BEGINNING =
  /^([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{L}]{1,12}?)(?:是|为|在|定|は|が|改|推|延|提前|换|调|变|移|到|に|[@\d])/u
