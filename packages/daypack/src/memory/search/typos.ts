import type { IndexReader } from '../../model/index-store.ts'
import { editDistance } from '../../model/nearest.ts'
import type { QueryTerm } from './text/query.ts'

const SHORTEST = 5
const LONG = 8
const SAME_START = 3
const NEAREST = 2
const WEIGHT = 0.6

/** For a word that stands nowhere: the words of the index it may be a misspelling of. */
export async function nearTerms(reader: IndexReader, term: QueryTerm): Promise<QueryTerm[]> {
  const { term: word, weight } = term
  if (term.leg !== 'keyword' || word.length < SHORTEST || !/^[a-z]+$/.test(word)) return []
  const most = word.length >= LONG ? 2 : 1
  const near = (await reader.startingWith(word.slice(0, SAME_START)))
    .filter((other) => /^[a-z]+$/.test(other) && Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
  const found: QueryTerm[] = []
  for (const { other } of near) {
    if (found.length >= NEAREST) break
    if (reader.part !== undefined || (await reader.postings(other)))
      found.push({ ...term, term: other, weight: weight * WEIGHT })
  }
  return found
}
