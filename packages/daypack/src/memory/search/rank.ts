import type { IndexReader, UnitText } from '../../model/index-store.ts'
import { inWindow } from './text/dates.ts'
import { OWN_WORDS, REPLY } from './text/signals.ts'
import { confidenceOf, strength } from './confidence.ts'
import { vectorLift } from './fuse.ts'
import { findTerms, type FoundTerm } from './keyword.ts'
import type { Query } from './text/query.ts'
import { namedSpeakers } from './speakers.ts'
import { highest } from './top.ts'
import { scoreUnits } from './score.ts'
import { AGREEING, agreementOf, learn, vectorTrust, type Experience } from './trust.ts'
import { WEIGHTS } from './weights.ts'

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
  /** Texts of the lines beside those that will be shown, most likely: asked for at once. */
  readonly beside: ReadonlyMap<number, Ranked['text']>
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
  /** How many are shown with the lines beside them. */
  readonly shown?: number
  readonly vectors?: VectorScores | undefined
}

/** The best `candidates` units, best first; the same for every store that delivers the same postings. */
export async function rank(reader: IndexReader, query: Query, options: RankOptions): Promise<Ranking> {
  const terms = await findTerms(reader, query.terms)
  const { chosen, trust } = choose(reader, query, terms, await namedSpeakers(reader, query), options)
  const top = chosen.reduce((most, { words }) => Math.max(most, words), 1e-9)
  const units = chosen.map(({ unit }) => unit)
  const first = chosen.toSorted((a, b) => b.base - a.base).slice(0, options.shown ?? 0)
  const beside = first.flatMap(({ unit }) => besideOf(reader, [unit]))
  const texts = (await reader.texts([...units, ...beside])) as readonly Ranked['text'][]
  const ranked = chosen.map(({ unit, base, words, own }, at) => ({
    unit,
    score: base,
    words,
    keyword: own / top,
    meaning: (words - own) / top,
    vector: options.vectors?.byUnit.get(unit) ?? 0,
    text: texts[at] as Ranked['text'],
  }))
  return {
    ranked: ranked.toSorted((a, b) => compare(a, b, reader)),
    terms,
    trust,
    beside: new Map(beside.map((unit, at) => [unit, texts[units.length + at] as Ranked['text']])),
  }
}

/** The lines right before and after lines of one file. */
export function besideOf({ files }: IndexReader, units: readonly number[]): number[] {
  const file = files[units[0] as number]
  return [Math.min(...units) - 1, Math.max(...units) + 1].filter((unit) => files[unit] === file)
}

type Scored = { readonly unit: number; readonly base: number; readonly words: number; readonly own: number }

/** Everything that needs no text: keyword score over its maximum, plus the features. */
function choose(
  reader: IndexReader,
  query: Query,
  terms: readonly FoundTerm[],
  speakers: ReadonlySet<number>,
  { vectors, candidates }: RankOptions,
): { readonly chosen: Scored[]; readonly trust: number } {
  const { scores, own, found, best } = scoreUnits(reader, terms)
  const within = [...found]
  for (const unit of unitsWithin(reader, query.windows)) if (scores[unit] === 0) within.push(unit)
  const base = new Float64Array(reader.size)
  for (const unit of within) base[unit] = (scores[unit] as number) / best + features(reader, unit, query, speakers)
  let trust = 0
  if (vectors !== undefined) {
    const first = highest(within, base, 1)[0]
    const sure = confidenceOf(strength(reader.units, query, terms, first === undefined ? 0 : (scores[first] as number)))
    const agreeing = highest(within, scores, AGREEING).map((unit) => ({ unit, words: scores[unit] as number }))
    const agreement = agreementOf(agreeing, vectors.nearOf)
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
  return { chosen, trust }
}

/** What a unit is and when it is from, as far as the query asks for it. */
function features(
  reader: IndexReader,
  unit: number,
  { question, windows }: Query,
  speakers: ReadonlySet<number>,
): number {
  const side = (question.firstPerson ? OWN_WORDS : 0) | (question.secondPerson ? REPLY : 0)
  const day = reader.days[unit] as number
  return (
    (((reader.flags[unit] as number) & side) === 0 ? 0 : WEIGHTS.ownWords) +
    (speakers.has(unit) ? WEIGHTS.speaker : 0) +
    (windows.some((window) => inWindow(day, window)) ? WEIGHTS.date : 0)
  )
}

/** A longer period says too little to bring up units that hold no word of the query. */
const MOST_DAYS = 31

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

/** Newer first on equal score, then by place, so that no store's numbering shows. */
function compare(a: Ranked, b: Ranked, reader: IndexReader): number {
  const byScore = b.score - a.score
  if (Math.abs(byScore) > 1e-12) return byScore
  const byDay = (reader.days[b.unit] as number) - (reader.days[a.unit] as number)
  if (byDay !== 0) return byDay
  if (a.text.path !== b.text.path) return a.text.path < b.text.path ? -1 : 1
  return a.text.startLine - b.text.startLine || a.unit - b.unit
}
