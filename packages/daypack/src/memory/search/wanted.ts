import type { IndexReader, IndexStore, NearestUnits, Scope, IndexQuery } from '../../model/index-store.ts'
import { SPEAKER } from '../index/analyse.ts'
import { dayNumber, partsOf } from '../text/days.ts'
import type { Query, QueryTerm } from './text/query.ts'
import { MOST_DAYS } from './rank.ts'
import { nearTerms } from './typos.ts'
import { WEIGHTS } from './weights.ts'

/** A store measures by words alone, we by neighbours, files and dates too: so it is asked for more than we need. */
const SPARE = 4
/** Days named without a year are looked for in this many years. */
const YEARS = 20

/** What the scorer works on: all units where the store holds postings, else the part that fits the query. */
export async function readerFor(
  store: IndexStore,
  scope: Scope,
  query: Query,
  candidates: number,
  nearest?: NearestUnits,
): Promise<IndexReader> {
  if (store.search === undefined) return store.reader(scope)
  const wanted: IndexQuery = {
    terms: termsOf(query.terms),
    k: candidates * SPARE,
    reach: WEIGHTS.before.length,
    days: daysOf(query),
    hashes: nearest?.hits.map(({ hash }) => hash) ?? [],
  }
  const found = await store.search(scope, wanted)
  const near = await misspelt(found, query.terms)
  return near.length === 0 ? found : store.search(scope, { ...wanted, terms: [...wanted.terms, ...termsOf(near)] })
}

/** Speakers lift what other words have found. */
function termsOf(terms: readonly QueryTerm[]): IndexQuery['terms'] {
  const speakers = terms.filter(({ leg }) => leg === 'keyword').map(({ term }) => ({ term: SPEAKER + term, weight: 0 }))
  return [...terms.map(({ term, weight }) => ({ term, weight })), ...speakers]
}

/** Words of the index in place of words that stand nowhere. */
async function misspelt(reader: IndexReader, terms: readonly QueryTerm[]): Promise<QueryTerm[]> {
  const known = new Set(terms.map(({ term }) => term))
  const found: QueryTerm[] = []
  for (const term of terms)
    if ((await reader.postings(term.term)) === undefined)
      found.push(...(await nearTerms(reader, term)).filter((near) => !known.has(near.term)))
  return found
}

function daysOf({ windows, today }: Query): IndexQuery['days'] {
  const short = windows.filter(({ from, to }) => to - from <= MOST_DAYS)
  const { year } = partsOf(today)
  return short.flatMap(({ from, to, yearly }) =>
    yearly
      ? Array.from({ length: YEARS }, (_, back) => ({ from: inYear(from, year - back), to: inYear(to, year - back) }))
      : [{ from, to }],
  )
}

function inYear(day: number, year: number): number {
  const { month, day: date } = partsOf(day)
  return dayNumber(year, month, date) ?? (dayNumber(year, month, date - 1) as number)
}
