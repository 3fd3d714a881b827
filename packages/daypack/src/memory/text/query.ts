import { fromLanguages } from '../language/index.ts'
import { dateWindows, type DateWindow } from './dates.ts'
import { questionSignals, quietWords, withoutQuestionWords, type Question } from './signals.ts'
import { tokenize } from './tokenize.ts'

export type QueryTerm = {
  readonly term: string
  readonly weight: number
  /** Words of the query, or something that means the same. */
  readonly leg: 'keyword' | 'meaning'
  /** Terms of the same place say the same thing in several forms. */
  readonly at: number
}

export type Query = {
  readonly text: string
  readonly terms: readonly QueryTerm[]
  readonly windows: readonly DateWindow[]
  /** Days since 1970-01-01. */
  readonly today: number
  readonly question: Question
}

/** Related terms for the terms of a query, with weights below 1. */
export type Expand = (terms: readonly QueryTerm[], text: string) => readonly QueryTerm[]

const MAX_TERMS = 400
const QUIET_WEIGHT = 0.3
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
  for (const { term, weight, at } of tokenize(withoutQuestionWords(text))) {
    const known = terms.get(term)
    if (known === undefined && terms.size >= MAX_TERMS) continue
    const loud = quietTerms().has(term) ? weight * QUIET_WEIGHT : weight
    terms.set(term, { term, weight: (known?.weight ?? 0) + loud, leg: 'keyword', at: known?.at ?? at })
  }
  const own = [...terms.values()]
  const further = (expand?.(own, text) ?? []).filter(({ term }) => !terms.has(term))
  return {
    text,
    terms: [...own, ...further],
    windows: dateWindows(text, today),
    today,
    question: questionSignals(text),
  }
}
