import { NO_ELSEWHERE, USER_ELSEWHERE } from '../language/elsewhere.ts'
import { fromLanguages } from '../language/index.ts'
import { CJK } from '../text/cjk.ts'
import { inTongue } from '../text/tongue.ts'
import { SPEAKER } from './lineage.ts'
import { type Clause, clausesIn, nearest, type Said } from './said.ts'
import { contentTerms, share, wordsOf } from './terms.ts'

/**
 * Clauses that say of one what was said of another: `Ben is allergic to nuts` of `Anna is allergic to nuts`, `the user is` of `my
 * daughter is`. Only where a clause says it of somebody it begins with; what a pronoun stands for is not known.
 */
export function otherSubjectsIn(claim: string, { clauses: said }: Said): string[] {
  return clausesIn(claim).flatMap(({ text }) => {
    const isWrong = CJK.test(text) ? isOfOtherHan(text, said) : isOfOther(text, said)
    return isWrong ? [text] : []
  })
}

function isOfOther(text: string, said: readonly Clause[]): boolean {
  const [isUsers, bare] = [isOfUser(text), withoutUser(text)]
  const head = headIn(bare)
  if (head === undefined && !isUsers) return false
  const rest = contentTerms(head === undefined ? bare : bare.replace(head.raw, ' '))
  // A name nobody has said is another matter, and a word that begins a sentence may be no name.
  if (head !== undefined && !head.isKin && !said.some((clause) => clause.text.includes(head.raw))) return false
  const near = nearest(rest, said)
  if (near.length === 0 || share(rest, near[0]?.terms ?? new Set()) < MOST) return false
  return near.every((clause) => {
    const other = headIn(withoutUser(clause.text))
    if (other === undefined) return false
    const words = wordsOf(clause.text)
    if (head !== undefined) return other.word !== head.word && !words.includes(head.word)
    const isSomebody =
      other.isKin || IS(clause.text).test(clause.text.slice(clause.text.indexOf(other.raw) + other.raw.length))
    return isSomebody && !wordsOf(bare).includes(other.word)
  })
}

type Head = { readonly raw: string; readonly word: string; readonly isKin: boolean }

/** Whom a clause begins with: a name, or a relative behind an article. */
function headIn(text: string): Head | undefined {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)].map(([raw]) => ({
    raw,
    word: raw.toLowerCase().replace(/[’']s$/u, ''),
  }))
  const kin = words
    .slice(0, 2)
    .find(({ word }, at) => KIN(text).test(word) && (at === 0 || SMALL().has(words[0]?.word ?? '')))
  if (kin !== undefined) return { ...kin, isKin: true }
  const [first] = words
  const isName = first !== undefined && /^\p{Lu}\p{Ll}/u.test(first.raw) && !SMALL().has(first.word)
  return isName ? { ...first, isKin: false } : undefined
}

/** Around the longest part they share: what stands before it in the one stands elsewhere, and another before it here. */
function isOfOtherHan(text: string, said: readonly Clause[]): boolean {
  const bare = withoutUser(text)
  if (bare.length > MAX_CHARS) return false
  const short = said.filter((clause) => clause.text.length <= MAX_CHARS && CJK.test(clause.text))
  const shared = short.map((clause) => ({ clause, part: longestShared(bare, clause.text) }))
  const most = shared.reduce((length, { part }) => Math.max(length, part.length), 0)
  if (most < Math.max(4, bare.length / 2)) return false
  const near = shared.filter(({ part }) => part.length === most)
  return near.every(({ clause, part }) => {
    const own = named(bare.slice(0, bare.indexOf(part)))
    const theirs = named(withoutUser(clause.text.slice(0, clause.text.indexOf(part))))
    if (own === theirs || theirs === '' || clause.text.includes(own) === (own !== '')) return false
    return own === '' ? isOfUser(text) && PERSON.test(theirs) : said.some((each) => each.text.includes(own))
  })
}

/** Without the particles behind it. */
function named(text: string): string {
  return text.replace(/[はがもの的由是\s]+$/u, '').replace(/^[的の\s]+/u, '')
}

function longestShared(a: string, b: string): string {
  let best = ''
  for (let from = 0; from < a.length; from++) {
    for (let to = from + best.length + 1; to <= a.length && b.includes(a.slice(from, to)); to++)
      best = a.slice(from, to)
  }
  return best
}

function withoutUser(text: string): string {
  return text.replace(SPEAKER(), ' ').replace(USER, ' ').trim()
}

function isOfUser(text: string): boolean {
  return new RegExp(SPEAKER(), 'iu').test(text) || new RegExp(USER, 'iu').test(text)
}

const MOST = 0.6
/** Longer ones are no clauses a person says. */
const MAX_CHARS = 150
/** Behind a name at the beginning: `Anna is`, and not `Use pnpm`. */
const IS = inTongue(({ change }) => change && `^ (?:${change.copula}|has|hat|tiene|a)(?!\\p{L})`)
const USER = new RegExp(USER_ELSEWHERE, 'giu')
const KIN = inTongue(({ stance }) => {
  const words = stance?.others?.split('|').filter((word) => !/^(?:s?he|they|él|ella)$/.test(word))
  return words && `^(?:${words.join('|')})$`
})
const PERSON =
  /(?:老婆|老公|妻子|丈夫|太太|妈妈?|爸爸?|母亲|父亲|儿子|女儿|孩子|哥哥|姐姐|弟弟|妹妹|同事|老板|朋友|妻|夫|息子|娘|母|父|兄|姉|弟|妹|同僚|上司|友達|友人)$|[小老阿]\p{sc=Han}$|さん$|先生$|女士$|老师$/u
const SMALL = fromLanguages(
  (all) =>
    new Set([
      ...all.flatMap(({ stopWords, smallWords = '' }) => `${stopWords} ${smallWords}`.split(/\s+/)),
      ...NO_ELSEWHERE.split('|'),
    ]),
)
