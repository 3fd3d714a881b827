import type { IndexReader, UnitText } from '../../model/index-store.ts'
import { tells, TITLE } from '../text/about.ts'
import { inWindow } from '../text/dates.ts'
import { BARE_HEADING, HAS_NUMBER, HAS_TIME, OWN_WORDS, REPLY, SHORT_QUESTION } from '../text/signals.ts'
import { liftBlocks } from './block-bounds.ts'
import { confidenceOf, strength } from './confidence.ts'
import { scoreFiles } from './file-scores.ts'
import { vectorLift } from './fuse.ts'
import { findTerms, type FoundTerm } from './keyword.ts'
import { layoutOf } from './layout.ts'
import { pairShare, queryPairs } from './pairs.ts'
import type { Query } from '../text/query.ts'
import { clear, scratchOf } from './scratch.ts'
import { namedSpeakers } from './speakers.ts'
import { highest } from './top.ts'
import { scoreUnits } from './unit-scores.ts'
import { AGREEING, agreementOf, learn, vectorTrust, type Experience } from './trust.ts'
import type { Weights } from './weights.ts'

export type Ranked = {
  readonly unit: number
  /** On the scale where the best keyword score is 1. */
  readonly score: number
  /** Keyword score before it was put on the common scale. */
  readonly words: number
  readonly keyword: number
  readonly meaning: number
  readonly vector: number
  readonly text: UnitText & { readonly path: string }
}

export type Ranking = {
  readonly ranked: readonly Ranked[]
  readonly terms: readonly FoundTerm[]
  /** How far the vector leg was trusted; 0 without one. */
  readonly trust: number
}

/** Similarities of the vector leg by unit number, between 0 and 1, with the weight of the leg. */
export type VectorScores = {
  readonly byUnit: ReadonlyMap<number, number>
  /** Standard deviations the best stands above the average of all. */
  readonly standout: number
  /** 1: as the evidence has it. */
  readonly weight: number
  readonly nearOf: (unit: number) => number | undefined
  /** Learns from this question, too. */
  readonly experience: Experience
}
export type RankOptions = {
  readonly candidates: number
  readonly weights: Weights
  readonly vectors?: VectorScores | undefined
}

/** The best `candidates` units, best first; the same for every store that delivers the same postings. */
export async function rank(reader: IndexReader, query: Query, options: RankOptions): Promise<Ranking> {
  const { weights, vectors } = options
  const terms = await findTerms(reader, query.terms)
  const { chosen: candidates, trust } = choose(reader, query, terms, await namedSpeakers(reader, query), options)
  const pairs = queryPairs(query.text, terms)
  const latest = query.question.latest ? spread(candidates.map(({ unit }) => reader.days[unit] as number)) : () => 0
  const top = candidates.reduce((most, { words }) => Math.max(most, words), 1e-9)
  const ranked: Ranked[] = []
  const texts = await reader.texts(candidates.map(({ unit }) => unit))
  for (const [at, { unit, base, words, own }] of candidates.entries()) {
    const text = texts[at] as Ranked['text']
    const score =
      base +
      weights.pairs * pairShare(text.text, pairs) +
      weights.latest * latest(reader.days[unit] as number) +
      (query.wanted === TITLE && tells(TITLE, text.text) ? valueLift(reader, unit, weights) : 0)
    ranked.push({
      unit,
      score,
      words,
      keyword: own / top,
      meaning: (words - own) / top,
      vector: vectors?.byUnit.get(unit) ?? 0,
      text,
    })
  }
  return { ranked: ranked.toSorted((a, b) => compare(a, b, reader)), terms, trust }
}

type Scored = { readonly unit: number; readonly base: number; readonly words: number; readonly own: number }

/**
 * Everything that needs no text: keyword score over its maximum, plus the features. Units that no feature could lift among
 * the candidates are left aside first. Must not await.
 */
function choose(
  reader: IndexReader,
  query: Query,
  terms: readonly FoundTerm[],
  speakers: ReadonlySet<number>,
  options: RankOptions,
): { readonly chosen: Scored[]; readonly trust: number } {
  const { weights, vectors, candidates } = options
  const layout = layoutOf(reader, weights)
  const scratch = scratchOf(reader)
  const { scores, own, base, files } = scratch
  const bestFile = scoreFiles(reader, terms, weights, layout, scratch)
  const byFile = (unit: number): number => (files[layout.fileOf[unit] as number] as number) / bestFile
  const most = lifts(query, speakers, weights)
  liftBlocks(layout, scratch)
  const { looked, within, best } = scoreUnits(reader, terms, weights, layout, scratch, {
    count: candidates,
    features: (unit) => weights.file * byFile(unit) + features(reader, unit, query, speakers, weights),
    mostFeatures: (block) => (weights.file * (scratch.lifts[block] as number)) / bestFile + most,
    also: [...(vectors?.byUnit.keys() ?? [])],
  })
  for (const unit of unitsWithin(reader, query.windows)) if (scores[unit] === 0) within.push(unit)
  for (const unit of within) {
    base[unit] =
      (scores[unit] as number) / best + weights.file * byFile(unit) + features(reader, unit, query, speakers, weights)
  }
  let trust = 0
  if (vectors !== undefined) {
    const first = highest(within, base, 1)[0]
    const sure = confidenceOf(strength(reader.units, query, terms, first === undefined ? 0 : (scores[first] as number)))
    const found = highest(within, scores, AGREEING).map((unit) => ({ unit, words: scores[unit] as number }))
    const agreement = agreementOf(found, vectors.nearOf)
    learn(vectors.experience, agreement, vectors.standout, reader.units)
    trust = vectorTrust(vectors.experience, vectors.standout, reader.units, agreement)
    const lift = vectors.weight * trust * vectorLift(vectors.standout, reader.units, sure)
    for (const [unit, similarity] of vectors.byUnit) {
      if (base[unit] === 0) within.push(unit)
      base[unit] = (base[unit] as number) + lift * similarity
    }
  }
  const chosen = highest(within, base, candidates).map((unit) => ({
    unit,
    base: base[unit] as number,
    words: scores[unit] as number,
    own: own[unit] as number,
  }))
  for (const array of [scores, own]) clear(array, looked)
  clear(base, within)
  for (const array of [files, scratch.lifts]) array.fill(0)
  return { chosen, trust }
}

/** What a unit is and when it is from, as far as the query asks for it. */
function features(
  reader: IndexReader,
  unit: number,
  { question, windows }: Query,
  speakers: ReadonlySet<number>,
  weights: Weights,
): number {
  const flags = reader.flags[unit] as number
  const wanted = (question.when ? HAS_TIME : 0) | (question.howMany ? HAS_NUMBER : 0)
  let score = 0
  if ((flags & wanted) !== 0) score += valueLift(reader, unit, weights)
  const side = (question.firstPerson ? OWN_WORDS : 0) | (question.secondPerson ? REPLY : 0)
  if ((flags & side) !== 0) score += weights.ownWords
  if ((flags & SHORT_QUESTION) !== 0) score += weights.shortQuestion
  if ((flags & BARE_HEADING) !== 0) score += weights.bareHeading
  if (speakers.size > 0 && speakers.has(unit)) score += weights.speaker
  score += dateLift(reader.days[unit] as number, windows, weights)
  return score
}

/** The sort of value that is asked for says more in a short text: a long one holds all sorts. */
function valueLift(reader: IndexReader, unit: number, weights: Weights): number {
  return weights.value * Math.min(1, weights.dampLength / (reader.lengths[unit] as number))
}

const FEW_DAYS = 3

function dateLift(day: number, windows: Query['windows'], weights: Weights): number {
  let lift = 0
  for (const window of windows)
    if (inWindow(day, window)) lift = Math.max(lift, window.to - window.from < FEW_DAYS ? weights.date : weights.period)
  return lift
}

/** The most that features can add for this query. */
function lifts({ question, windows }: Query, speakers: ReadonlySet<number>, weights: Weights): number {
  return (
    (question.when || question.howMany ? weights.value : 0) +
    (question.firstPerson || question.secondPerson ? weights.ownWords : 0) +
    (speakers.size > 0 ? weights.speaker : 0) +
    (windows.length > 0 ? weights.date : 0)
  )
}

/** A longer period says too little to bring up units that hold no word of the query. */
export const MOST_DAYS = 31

/** Units of the days a query names, whatever their words. */
function unitsWithin(reader: IndexReader, windows: Query['windows']): number[] {
  const short = windows.filter(({ from, to }) => to - from <= MOST_DAYS)
  const found: number[] = []
  if (short.length === 0) return found
  let day = 0
  let wanted = false
  for (let unit = 0; unit < reader.size; unit++) {
    if (reader.days[unit] !== day) {
      day = reader.days[unit] as number
      wanted = short.some((window) => inWindow(day, window))
    }
    if (wanted && (reader.files[unit] as number) >= 0) found.push(unit)
  }
  return found
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
