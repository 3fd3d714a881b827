import type { IndexReader, Postings } from '../../model/index-store.ts'
import type { QueryTerm } from './text/query.ts'
import { nearTerms } from './typos.ts'

/** A term of the query that stands in the index. */
export type FoundTerm = QueryTerm & { readonly idf: number; readonly postings: Postings }

/** Rarest first; equal rarity in query order, so that every store adds up in the same order. */
export async function findTerms(reader: IndexReader, terms: readonly QueryTerm[]): Promise<FoundTerm[]> {
  const found: FoundTerm[] = []
  const asked = new Set(terms.map(({ term }) => term))
  const add = (term: QueryTerm, postings: Postings) =>
    found.push({ ...term, postings, idf: rarity(reader.units, postings.units.length) })
  const said = new Set<string>()
  const lists = await reader.postings(terms.map(({ term }) => term))
  for (const [at, term] of terms.entries()) {
    const beside = term.insteadOf?.every((own) => said.has(own))
    const known = beside === undefined ? term : { ...term, weight: term.weight * (beside ? BESIDE : ALONE) }
    const postings = lists[at]
    if (postings) {
      add(known, postings)
      if (term.leg === 'keyword') said.add(term.term)
      continue
    }
    for (const near of await nearTerms(reader, term)) if (!asked.has(near.term)) add(near, near.postings)
  }
  return found.toSorted((a, b) => b.idf - a.idf)
}

/** Related words stand in for one that stands nowhere; beside one that does they count for less. */
const BESIDE = 0.5
const ALONE = 1.4

export function rarity(units: number, holders: number): number {
  return Math.log(1 + (units - holders + 0.5) / (holders + 0.5))
}
