import { anyLanguage, fromLanguages, sourcesOf } from '../../language/index.ts'
import { askedFor, SELF } from './about.ts'
import { dateWindows, type DateWindow } from './dates.ts'
import { questionSignals, type Question } from './signals.ts'
import { CJK } from '../../language/cjk.ts'
import { pairsIn } from './unspaced.ts'
import { tokenize } from './tokenize.ts'

export type QueryTerm = {
  readonly term: string
  readonly weight: number
  /** Words of the query, or something that means the same. */
  readonly leg: 'keyword' | 'meaning'
  /** Of a related word: the words of the query it stands in for. */
  readonly insteadOf?: readonly string[]
  /** Says again what another word of the query says: that it stands nowhere is no lack. */
  readonly again?: true
}

export type Query = {
  readonly text: string
  readonly terms: readonly QueryTerm[]
  readonly windows: readonly DateWindow[]
  /** What a line that answers says, whatever its words. */
  readonly wanted: string | undefined
  /** Pairs of characters that stand inside a word, where the query is in a script that is cut into pairs. */
  readonly inWords: ReadonlySet<string> | undefined
  /** Days since 1970-01-01. */
  readonly today: number
  readonly question: Question
}

/** Related terms for the terms of a query, with weights below 1, and those of its own terms that say the same again. */
export type Expand = (terms: readonly QueryTerm[], text: string) => readonly QueryTerm[]

const MAX_TERMS = 400
const QUIET_WEIGHT = 0.3
/** A pair of characters across the border of two words is rare, and says little: 经在 in 曾经在. */
const ACROSS_WEIGHT = 0.5
/** `Who am I` asks for one thing, and its words are not in the answer. */
const ASKING_WEIGHT = 0.1
/** That somebody is named says less than a word of the question. */
const WHO_WEIGHT = 0.5

const quietTerms = fromLanguages(
  (): ReadonlySet<string> =>
    new Set(
      tokenize(sourcesOf(({ quietWords }) => quietWords).join(' '))
        .filter(({ base }) => base)
        .map(({ term }) => term),
    ),
)

/** Chinese question words stand inside the sentence without a space. */
const QUESTION_WORDS = anyLanguage(({ asks }) => asks?.inside, 'gu')

/** Any text will do, a whole dialogue included; repeated words count once each time, up to a bound. */
export function parseQuery(text: string, today: number, expand?: Expand): Query {
  const terms = new Map<string, QueryTerm>()
  const wanted = askedFor(text)
  const self = wanted === SELF
  const asked = text.replace(QUESTION_WORDS(), ' ')
  const pairs = CJK.test(text) ? pairsIn(asked) : undefined
  const isAcross = (term: string): boolean =>
    pairs !== undefined && term.length === 2 && CJK.test(term) && !pairs.words.has(term) && !pairs.rows.has(term)
  for (const { term, weight } of tokenize(asked)) {
    const known = terms.get(term)
    if (known === undefined && terms.size >= MAX_TERMS) continue
    const share = self ? ASKING_WEIGHT : quietTerms().has(term) ? QUIET_WEIGHT : isAcross(term) ? ACROSS_WEIGHT : 1
    terms.set(term, { term, weight: (known?.weight ?? 0) + weight * share, leg: 'keyword' })
  }
  if (self) terms.set(SELF, { term: SELF, weight: 1, leg: 'keyword' })
  else if (wanted !== undefined && expand) terms.set(wanted, { term: wanted, weight: WHO_WEIGHT, leg: 'meaning' })
  const own = [...terms.values()]
  for (const term of expand?.(own, text) ?? []) if (term.again || !terms.has(term.term)) terms.set(term.term, term)
  return {
    text,
    terms: [...terms.values()],
    windows: dateWindows(text, today),
    wanted,
    inWords: pairs?.words,
    today,
    question: questionSignals(text),
  }
}
