import { fromLanguages } from '../language/index.ts'
import { askedFor, SELF } from './about.ts'
import { dateWindows, type DateWindow } from './dates.ts'
import { questionSignals, quietWords, withoutQuestionWords, type Question } from './signals.ts'
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
  /** Days since 1970-01-01. */
  readonly today: number
  readonly question: Question
}

/** Related terms for the terms of a query, with weights below 1, and those of its own terms that say the same again. */
export type Expand = (terms: readonly QueryTerm[], text: string) => readonly QueryTerm[]

const MAX_TERMS = 400
const QUIET_WEIGHT = 0.3
/** `Who am I` asks for one thing, and its words are not in the answer. */
const ASKING_WEIGHT = 0.1
/** That somebody is named says less than a word of the question. */
const WHO_WEIGHT = 0.5
const quietTerms = fromLanguages(
  (): ReadonlySet<string> =>
    new Set(
      tokenize(quietWords())
        .filter(({ base }) => base)
        .map(({ term }) => term),
    ),
)

/** Any text will do, a whole dialogue included; repeated words count once each time, up to a bound. */
export function parseQuery(text: string, today: number, expand?: Expand): Query {
  const terms = new Map<string, QueryTerm>()
  const wanted = askedFor(text)
  const self = wanted === SELF
  for (const { term, weight } of tokenize(withoutQuestionWords(text))) {
    const known = terms.get(term)
    if (known === undefined && terms.size >= MAX_TERMS) continue
    const loud = self ? weight * ASKING_WEIGHT : quietTerms().has(term) ? weight * QUIET_WEIGHT : weight
    terms.set(term, { term, weight: (known?.weight ?? 0) + loud, leg: 'keyword' })
  }
  if (self) terms.set(SELF, { term: SELF, weight: 1, leg: 'keyword' })
  else if (wanted !== undefined && expand) terms.set(wanted, { term: wanted, weight: WHO_WEIGHT, leg: 'meaning' })
  const own = [...terms.values()]
  for (const term of expand?.(own, text) ?? []) if (term.again || !terms.has(term.term)) terms.set(term.term, term)
  return {
    text,
    terms: [...terms.values()],
    windows: dateWindows(text, today),
    today,
    question: questionSignals(text),
  }
}
