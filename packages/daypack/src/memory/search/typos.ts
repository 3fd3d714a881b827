import type { IndexReader, Postings } from '../../model/index-store.ts'
import { editDistance } from '../../model/nearest.ts'
import type { QueryTerm } from './text/query.ts'

const SHORTEST = 5
const LONG = 8
const SAME_START = 3
const NEAREST = 2
const WEIGHT = 0.6

type NearTerm = QueryTerm & { readonly postings: Postings }

/** For a word that stands nowhere: the words of the index it may be a misspelling of. */
export async function nearTerms(reader: IndexReader, term: QueryTerm): Promise<NearTerm[]> {
  const { term: word, weight } = term
  if (term.leg !== 'keyword' || word.length < SHORTEST || !/^[a-z]+$/.test(word)) return []
  const most = word.length >= LONG ? 2 : 1
  const near = (await reader.startingWith(word.slice(0, SAME_START)))
    .filter((other) => /^[a-z]+$/.test(other) && Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
  const lists = await reader.postings(near.map(({ other }) => other))
  const found = near.flatMap(({ other }, at): NearTerm[] => {
    const postings = lists[at]
    return postings ? [{ ...term, term: other, weight: weight * WEIGHT, postings }] : []
  })
  return found.slice(0, NEAREST)
}
