import { anyLanguage, fromLanguages } from '../language/index.ts'
import { CJK } from '../text/cjk.ts'
import { contentTerms } from '../trust/terms.ts'
import { bounded } from '../text/bounded.ts'
import { quietWords } from './quiet.ts'
import { remembered } from '../text/remembered.ts'
import { isAlike, isCounted, isValue, withoutValues } from './sorts.ts'
import { inTongue, SPEAKER_FIRST } from '../text/tongue.ts'

/**
 * Whether two clauses that share some words speak of different things all the same: of the gas and of the water bill, of
 * Emma and of Theo.
 */
export function isOtherThing(now: string, old: string, shared: readonly string[], isNamed = false): boolean {
  // Where only names differ, what stands beside a word may be the value itself: `Elm Road`.
  if (isOfAnother(now, old) || (!isNamed && beginningsOf(shared).some((term) => isQualified(now, old, term))))
    return true
  const [[is], [was]] = [headOf(now), headOf(old)]
  if (is === undefined || was === undefined || isAlike(is, was) || isPart(is, was)) return false
  if (isSamePerson(is, was)) return false
  // What one is about is named by the other: `the landlord raised the rent`.
  return ![is, was].some((term) => shared.some((each) => isAlike(each, term) || isPart(each, term)))
}

/** Speaks of somebody of whom the old clause does not: `my sister's rent`, `Tom`, where it was the speaker's. */
export function isOfAnother(now: string, old: string): boolean {
  const is = headOf(now)
  const was = old.toLowerCase()
  const said = wordsIn(old).map(({ raw }) => raw.toLowerCase())
  const isKnown = (term: string): boolean =>
    was.includes(term) || said.some((word) => isAlike(word, term)) || isSamePerson(term, was)
  if (is.some((term) => KIN().test(term) && !isKnown(term))) return true
  const [name] = is
  if (name === undefined || was.includes(name) || headOf(old).length > 0 || !SPEAKER_FIRST(old).test(old)) return false
  return /^\p{Lu}\p{Ll}+(?:['’]s)? (?!\p{Lu})/u.test(now) && !NOUN_LIKE.test(now)
}

/** `Mum` is `my mother`. */
function isSamePerson(term: string, text: string): boolean {
  return SAME_PERSON().some((words) => words.includes(term) && words.some((word) => text.includes(word)))
}

/** German writes every noun with a capital; what stands before a plural verb is no person. */
const NOUN_LIKE = /^\p{L}+(?:ung|heit|keit|schaft|s|en|e)(?!\p{L})/iu

/** Whether both clauses begin with the same thing, which is neither the speaker nor a pronoun. */
export function isSameHead(is: readonly string[], was: readonly string[]): boolean {
  if (is.length === 0 || was.length === 0) return false
  const has = (all: readonly string[], term: string): boolean =>
    all.some((each) => isAlike(each, term) || isPart(each, term))
  return is.every((term) => has(was, term)) || was.every((term) => has(is, term))
}

function isPart(a: string, b: string): boolean {
  if (!CJK.test(a)) return false
  return Math.min(a.length, b.length) > 1
    ? a.includes(b) || b.includes(a)
    : a.startsWith(`${b}の`) || b.startsWith(`${a}の`)
}

/** Of pairs of characters that follow each other, the first. */
function beginningsOf(terms: readonly string[]): string[] {
  return terms.filter((term) => !CJK.test(term) || !terms.some((each) => each !== term && each.at(-1) === term[0]))
}

/** Each side says of which one it speaks, and they differ: `gas bill`, `water bill`; `room 4`, `room 5`. */
function isQualified(now: string, old: string, term: string): boolean {
  const [is, was] = [qualifiersOf(now, term), qualifiersOf(old, term)]
  return (['before', 'behind', 'label'] as const).some((place) => {
    // `For grandad` and `with breakfast` say nothing of each other.
    if (place === 'behind' && is.link !== was.link) return false
    const [left, right] = [is[place], was[place]]
    const isSame = left.some((each) => right.some((other) => isAlike(each, other) || isPart(each, other)))
    return left.length > 0 && right.length > 0 && !isSame
  })
}

type Qualifiers = {
  readonly before: string[]
  readonly behind: string[]
  readonly label: string[]
  /** By which word the one behind is joined. */
  readonly link: string
}

function qualifiersOf(text: string, term: string): Qualifiers {
  if (CJK.test(term)) {
    const at = text.toLowerCase().indexOf(term)
    const before = at < 0 ? '' : (/[\p{scx=Han}\p{scx=Katakana}ー\w]+(?=[の的]?$)/u.exec(text.slice(0, at))?.[0] ?? '')
    const own = before.replace(LEADING(), '')
    const isOne = own.length > 1 && !/\d/.test(own) && !CHANGED(text).test(own) && !POINTED().test(own)
    return { before: isOne ? [own.slice(-4)] : [], behind: [], label: [], link: '' }
  }
  const isIt = (word: Word): boolean => word.term !== undefined && isAlike(word.term, term)
  const all = wordsIn(withoutValues(text))
  const at = all.findIndex(isIt)
  const before: string[] = []
  for (let index = at - 1; index >= 0; index--) {
    const { isNext = false, term: found } = all[index] ?? {}
    if (!isNext || found === undefined) break
    before.push(found)
  }
  const [link, next, second] = all.slice(at + 1, at + 4)
  const isLinked =
    at >= 0 && all[at]?.isNext === true && !/['’]s$/.test(all[at]?.raw ?? '') && LINKS.test(link?.raw ?? '')
  const linked = isLinked ? [next, second].find((word) => word?.term !== undefined) : undefined
  // `Room 4 has 20 seats`: one number says which, another how many.
  const raw = wordsIn(text)
  const name = raw[raw.findIndex(isIt) + 1]?.raw ?? ''
  const isLabel = /^\d{1,3}$/.test(name) && (text.match(/\d+(?:[.,:]\d+)*/g)?.length ?? 0) > 1
  const isBehind = linked?.term !== undefined && !isValue(linked.raw)
  return {
    before,
    behind: isBehind ? [linked.term] : [],
    label: isLabel ? [name] : [],
    link: link?.raw.toLowerCase() ?? '',
  }
}

/** Joins what it is to what it is of, where that stands behind. */
const LINKS = /^(?:de|del|di|du|des|of|in|at|for|from|with|von|für|bei|mit|aus|en|para|con)$/i

/** What a clause is about, as far as its beginning tells; nothing where it begins with the speaker, a pronoun or a verb. */
export const headOf = remembered((clause: string): string[] => {
  const text = clause.trim()
  if (CJK.test(text.slice(0, 4))) {
    const topic = TOPIC.exec(text.replace(SINCE, ''))?.[1]?.replace(LEADING(), '') ?? ''
    return topic !== '' && !CHANGED(text).test(topic) ? [topic] : []
  }
  const all = wordsIn(withoutValues(text))
  let at = 0
  while (at < all.length && ARTICLE(text).test(all[at]?.raw ?? '')) at++
  const head: string[] = []
  for (let word = all[at]; word?.term !== undefined; word = all[++at]) {
    head.push(word.term)
    if (!word.isNext) break
  }
  return head.slice(0, 3)
})

/** Since when. */
const SINCE = /^(?:[^、。はが]{1,6}から|(?:今|現在|最近|いま)は)/u
/** Up to the particle or the verb behind what it is about. */
const TOPIC =
  /^(\p{sc=Han}(?=[はが])|[^、。，；;,\s]{2,12}?)(?:は|が|を|(?<!\p{sc=Hiragana})(?:是|在|改|换|现在|用|归|由|每|从|要|负责|管|叫|姓|有|(?<!\d)[：:]))/u

type Word = { readonly raw: string; readonly term: string | undefined; readonly isNext: boolean }

/** Words in order; those without meaning of their own have no term. `isNext`: nothing but a blank before the one behind it. */
const wordsIn = remembered((text: string): Word[] => {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_/-]*/gu)].map((match) => {
    const [raw] = match
    const [term] = contentTerms(raw)
    const isSilent =
      term === undefined ||
      /^\d/.test(raw) ||
      isCounted(raw) ||
      quietWords().has(term) ||
      SPEAKER(text).test(raw) ||
      SILENT(text).test(raw)
    return {
      raw,
      term: isSilent ? undefined : term,
      isNext: /^[ \u00a0]\p{L}|^ \d/u.test(text.slice(match.index + raw.length)),
    }
  })
})

const whole = (pick: Parameters<typeof inTongue>[0]): ReturnType<typeof inTongue> =>
  inTongue((language) => {
    const source = pick(language)
    return source === undefined ? undefined : `^(?:${source})$`
  })
const ARTICLE = whole(({ change }) => change?.article)
const SILENT = whole(
  ({ change, stance }) =>
    change && [change.instead, change.points, change.only, stance?.changed].filter(Boolean).join('|'),
)
const SPEAKER = whole(({ asks, shape }) => shape && [asks?.firstPerson, shape.own].filter(Boolean).join('|'))
const CHANGED = inTongue(({ change, stance }) => change && [change.instead, stance?.changed].filter(Boolean).join('|'))
const POINTED = anyLanguage(({ change }) => (change && CJK.test(change.points) ? `(?:${change.points})$` : undefined))
/** Who somebody is; a pronoun does not say it. */
const KIN = anyLanguage(({ stance, change }) => {
  const pronoun = change && new RegExp(`^(?:${change.points})$`, 'iu')
  const named = stance?.others?.split('|').filter((each) => pronoun?.test(each) !== true)
  return named && bounded(named.join('|')).source
})
const SAME_PERSON = fromLanguages((all) =>
  all.flatMap(({ change }) => change?.kin.map((words) => words.split(' ')) ?? []),
)
const LEADING = fromLanguages(
  (all) =>
    new RegExp(
      `^(?:${all.flatMap(({ change }) => (change && CJK.test(change.article) ? change.article : [])).join('|')})+`,
      'u',
    ),
)
