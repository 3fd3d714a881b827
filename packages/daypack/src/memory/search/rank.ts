import type { IndexReader, UnitText } from '../../model/index-store.ts'
import { SPEAKER } from '../index/analyse.ts'
import { inWindow } from '../text/dates.ts'
import { HAS_NUMBER, HAS_TIME, OWN_WORDS, SHORT_QUESTION } from '../text/signals.ts'
import { fileScores } from './file-scores.ts'
import { keywordScores, type Scored } from './keyword.ts'
import { pairShare, queryPairs } from './pairs.ts'
import type { Query } from './query.ts'
import type { Weights } from './weights.ts'

export type Ranked = {
  readonly unit: number
  /** On the scale where the best keyword score is 1. */
  readonly score: number
  readonly keyword: number
  readonly meaning: number
  readonly vector: number
  readonly text: UnitText & { readonly path: string }
}

export type Ranking = { readonly ranked: readonly Ranked[]; readonly scored: Scored }

/** Similarities of the vector leg by unit number, between 0 and 1, with the weight of the leg. */
export type VectorScores = { readonly byUnit: ReadonlyMap<number, number>; readonly weight: number }

/** The best `candidates` units, best first; the same for every store that delivers the same postings. */
export async function rank(
  reader: IndexReader,
  query: Query,
  options: {
    candidates: number
    weights: Weights
    vectors?: VectorScores | undefined
    accept?: ((path: string) => boolean) | undefined
  },
): Promise<Ranking> {
  const { weights, vectors } = options
  const scored = await keywordScores(reader, query.terms, weights)
  const base = await baseScores(reader, query, scored, weights)
  if (vectors) {
    for (const [unit, similarity] of vectors.byUnit) base.set(unit, (base.get(unit) ?? 0) + vectors.weight * similarity)
  }
  const chosen = top(base, options.candidates)
  const pairs = queryPairs(query, scored)
  const best = scored.best || 1
  const latest = query.question.latest ? spread(chosen.map(([unit]) => reader.days[unit] as number)) : undefined
  const ranked: Ranked[] = []
  for (const [unit, score] of chosen) {
    const text = await reader.unit(unit)
    if (options.accept && !options.accept(text.path)) continue
    const own = (scored.own[unit] as number) / best
    ranked.push({
      unit,
      score:
        score +
        weights.pairs * pairShare(text.text, pairs) +
        (latest ? weights.latest * latest(reader.days[unit] as number) : 0),
      keyword: own,
      meaning: (scored.scores[unit] as number) / best - own,
      vector: vectors?.byUnit.get(unit) ?? 0,
      text,
    })
  }
  return { ranked: ranked.toSorted((a, b) => compare(a, b, reader)), scored }
}

/** Keyword score over its maximum, plus everything that needs no text. */
async function baseScores(
  reader: IndexReader,
  query: Query,
  scored: Scored,
  weights: Weights,
): Promise<Map<number, number>> {
  const base = new Map<number, number>()
  const best = scored.best || 1
  const files = fileScores(reader, query.terms, scored, weights)
  const speakers = await namedSpeakers(reader, query)
  const { when, howMany, firstPerson } = query.question
  const wanted = (when ? HAS_TIME : 0) | (howMany ? HAS_NUMBER : 0)
  for (const unit of scored.touched) {
    const flags = reader.flags[unit] as number
    let score = (scored.scores[unit] as number) / best
    score += weights.file * ((files.scores[reader.files[unit] as number] as number) / files.best)
    if (speakers.has(unit)) score += weights.speaker
    if ((flags & wanted) !== 0)
      score += weights.quantity * Math.min(1, weights.dampLength / (reader.lengths[unit] as number))
    if (firstPerson && (flags & OWN_WORDS) !== 0) score += weights.ownWords
    if ((flags & SHORT_QUESTION) !== 0) score += weights.shortQuestion
    if (query.windows.some((window) => inWindow(reader.days[unit] as number, window))) score += weights.date
    base.set(unit, score)
  }
  return base
}

async function namedSpeakers(reader: IndexReader, query: Query): Promise<ReadonlySet<number>> {
  const named = new Set<number>()
  for (const { term, leg } of query.terms) {
    if (leg !== 'keyword') continue
    for (const unit of (await reader.postings(SPEAKER + term))?.units ?? []) named.add(unit)
  }
  return named
}

function top(scores: ReadonlyMap<number, number>, count: number): [number, number][] {
  return [...scores].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, count)
}

/** Newest of the days at hand 1, oldest 0. */
function spread(days: readonly number[]): (day: number) => number {
  const known = days.filter((day) => day > 0)
  const oldest = Math.min(...known)
  const newest = Math.max(...known)
  return (day) => (day === 0 || newest === oldest ? 0 : (day - oldest) / (newest - oldest))
}

/** Newer first on equal score, then by place, so that no store's numbering shows. */
function compare(a: Ranked, b: Ranked, reader: IndexReader): number {
  const byScore = b.score - a.score
  if (Math.abs(byScore) > 1e-12) return byScore
  const byDay = (reader.days[b.unit] as number) - (reader.days[a.unit] as number)
  if (byDay !== 0) return byDay
  if (a.text.path !== b.text.path) return a.text.path < b.text.path ? -1 : 1
  return a.text.startLine - b.text.startLine || a.unit - b.unit
}
