import type { IndexReader, UnitText } from '../../model/index-store.ts'
import { SPEAKER } from '../index/analyse.ts'
import { inWindow } from '../text/dates.ts'
import { HAS_NUMBER, HAS_TIME, OWN_WORDS, SHORT_QUESTION, TURN } from '../text/signals.ts'
import { scoreFiles } from './file-scores.ts'
import { findTerms, scoreUnits, type FoundTerm } from './keyword.ts'
import { pairShare, queryPairs } from './pairs.ts'
import type { Query } from './query.ts'
import { clear, scratchOf } from './scratch.ts'
import { highest } from './top.ts'
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

export type Ranking = {
  readonly ranked: readonly Ranked[]
  readonly terms: readonly FoundTerm[]
  /** Keyword score of the best ranked unit, before it was put on the common scale. */
  readonly bestScore: number
}

/** Similarities of the vector leg by unit number, between 0 and 1, with the weight of the leg. */
export type VectorScores = { readonly byUnit: ReadonlyMap<number, number>; readonly weight: number }
export type RankOptions = { readonly candidates: number; readonly weights: Weights; readonly vectors?: VectorScores | undefined }

/** The best `candidates` units, best first; the same for every store that delivers the same postings. */
export async function rank(reader: IndexReader, query: Query, options: RankOptions): Promise<Ranking> {
  const { weights, vectors } = options
  const terms = await findTerms(reader, query.terms)
  const candidates = choose(reader, query, terms, await namedSpeakers(reader, query), options)
  const pairs = queryPairs(query.text, terms)
  const latest = query.question.latest ? spread(candidates.map(({ unit }) => reader.days[unit] as number)) : () => 0
  const top = candidates.reduce((most, { words }) => Math.max(most, words), 1e-9)
  const ranked: (Ranked & { words: number })[] = []
  for (const { unit, base, words, own } of candidates) {
    const text = await reader.unit(unit)
    const score = base + weights.pairs * pairShare(text.text, pairs) + weights.latest * latest(reader.days[unit] as number)
    ranked.push({ unit, score, words, keyword: own / top, meaning: (words - own) / top, vector: vectors?.byUnit.get(unit) ?? 0, text })
  }
  const sorted = ranked.toSorted((a, b) => compare(a, b, reader))
  return { ranked: sorted, terms, bestScore: sorted[0]?.words ?? 0 }
}

type Candidate = { readonly unit: number; readonly base: number; readonly words: number; readonly own: number }

/** Everything that needs no text: keyword score over its maximum, plus the features, all at once. Must not await. */
function choose(reader: IndexReader, query: Query, terms: readonly FoundTerm[], speakers: ReadonlySet<number>, options: RankOptions): Candidate[] {
  const { weights, vectors } = options
  const scratch = scratchOf(reader)
  const { scores, own, base } = scratch
  const touched = scoreUnits(reader, terms, weights, scratch)
  const files = scoreFiles(reader, terms, weights, scratch)
  const best = touched.reduce((most, unit) => Math.max(most, scores[unit] as number), 1e-9)
  const { when, howMany, firstPerson } = query.question
  const wanted = (when ? HAS_TIME : 0) | (howMany ? HAS_NUMBER : 0)
  for (const unit of touched) {
    const flags = reader.flags[unit] as number
    let score = (scores[unit] as number) / best
    score += weights.file * ((scratch.files[reader.files[unit] as number] as number) / files.best)
    if ((flags & wanted) !== 0) score += weights.quantity * Math.min(1, weights.dampLength / (reader.lengths[unit] as number))
    if (firstPerson && (flags & OWN_WORDS) !== 0) score += weights.ownWords
    if ((flags & SHORT_QUESTION) !== 0) score += weights.shortQuestion
    if (speakers.size > 0 && speakers.has(unit)) score += weights.speaker
    if (query.windows.length > 0 && query.windows.some((window) => inWindow(reader.days[unit] as number, window))) score += weights.date
    base[unit] = score
  }
  for (const [unit, similarity] of vectors?.byUnit ?? []) {
    if (scores[unit] === 0) touched.push(unit)
    base[unit] = (base[unit] as number) + (vectors?.weight ?? 0) * similarity
  }
  const chosen = highest(touched, base, options.candidates)
  const result = chosen.map((unit) => ({ unit, base: base[unit] as number, words: scores[unit] as number, own: own[unit] as number }))
  for (const array of [scores, own, base]) clear(array, touched)
  clear(scratch.files, files.touched)
  return result
}

async function namedSpeakers(reader: IndexReader, query: Query): Promise<ReadonlySet<number>> {
  const named = new Set<number>()
  if (!isDialogue(reader)) return named
  for (const { term, leg } of query.terms) {
    if (leg !== 'keyword') continue
    for (const unit of (await reader.postings(SPEAKER + term))?.units ?? []) named.add(unit)
  }
  return named
}

const dialogues = new WeakMap<IndexReader, boolean>()

function isDialogue(reader: IndexReader): boolean {
  let known = dialogues.get(reader)
  if (known === undefined) dialogues.set(reader, (known = reader.flags.some((flags) => (flags & TURN) !== 0)))
  return known
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
