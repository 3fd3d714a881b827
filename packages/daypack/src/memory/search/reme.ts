import type { IndexReader } from '../../model/index-store.ts'
import type { Ranked, VectorScores } from './rank.ts'

const PHRASE_BONUS = 0.2
const VECTOR_WEIGHT = 0.7
const MULTIPLIER = 3
const MOST = 200

/** The seeds' keyword score: share of the query's words found as substrings, and a bonus for the whole phrase. */
export function hitRatio(query: string, text: string): number {
  const phrase = query.trim().toLowerCase()
  const words = phrase.split(/\s+/).filter(Boolean)
  if (words.length === 0) return 0
  const lower = text.toLowerCase()
  const hits = words.filter((word) => lower.includes(word)).length
  return Math.min(1, hits / words.length + (words.length > 1 && lower.includes(phrase) ? PHRASE_BONUS : 0))
}

/** The seeds' fusion; a leg that did not recall the unit adds nothing. */
export function remeFusion(
  vector: number | undefined,
  keyword: number | undefined,
  weight: number = VECTOR_WEIGHT,
): number {
  return (vector ?? 0) * weight + (keyword ?? 0) * (1 - weight)
}

export function remeCandidates(limit: number): number {
  return Math.min(MOST, Math.max(1, Math.trunc(limit * MULTIPLIER)))
}

/** The seeds' ranking as documented: a scan of every unit, each leg cut to its candidates, then the weighted sum. */
export async function rankReme(
  reader: IndexReader,
  query: string,
  limit: number,
  vectors: Pick<VectorScores, 'byUnit'> | undefined,
  { keyword: byWords = true, vectorWeight }: { keyword?: boolean; vectorWeight?: number } = {},
): Promise<Ranked[]> {
  const candidates = remeCandidates(limit)
  const keyword = new Map<number, number>()
  const texts = new Map<number, Ranked['text']>()
  const live = Array.from(reader.files.keys()).filter((unit) => (reader.files[unit] as number) >= 0)
  for (const [at, text] of (await reader.texts(live)).entries()) {
    const unit = live[at] as number
    texts.set(unit, text)
    const score = byWords ? hitRatio(query, text.text) : 0
    if (score > 0) keyword.set(unit, score)
  }
  const place = (unit: number): string =>
    `${texts.get(unit)?.path}\n${String(texts.get(unit)?.startLine).padStart(9, '0')}`
  const best = (scores: ReadonlyMap<number, number>): Map<number, number> =>
    new Map([...scores].toSorted((a, b) => b[1] - a[1] || (place(a[0]) < place(b[0]) ? -1 : 1)).slice(0, candidates))
  const byKeyword = best(keyword)
  const byVector = vectors && best(vectors.byUnit)
  const units = new Set([...byKeyword.keys(), ...(byVector?.keys() ?? [])])
  const ranked = [...units].map((unit) => {
    const [own, near] = [byKeyword.get(unit), byVector?.get(unit)]
    return {
      unit,
      score: !byWords ? (near ?? 0) : byVector ? remeFusion(near, own, vectorWeight) : (own ?? 0),
      words: own ?? 0,
      keyword: own ?? 0,
      meaning: 0,
      vector: near ?? 0,
      text: texts.get(unit) as Ranked['text'],
    }
  })
  return ranked.toSorted((a, b) => b.score - a.score || (place(a.unit) < place(b.unit) ? -1 : 1))
}
