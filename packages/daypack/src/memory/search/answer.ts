import type { IndexReader, IndexState, IndexStore, Scope } from '../../model/index-store.ts'
import type { Millis } from '../../model/json.ts'
import { expandWith } from './meaning/expand.ts'
import { dayAt } from '../text/days.ts'
import type { VectorLeg } from './vectors/leg.ts'
import type { Answer, AnswerStatus, Hit, LegStatus, SearcherOptions, SearchOptions } from '../index/search-api.ts'
import { ABSTAIN_BELOW, confidenceOf, strength } from './confidence.ts'
import { parseQuery, type Query } from './text/query.ts'
import { once } from './once.ts'
import { rank, type Ranking } from './rank.ts'
import { rankReme, remeCandidates } from './reme.ts'
import { show } from './show.ts'
import { standouts, type VectorAnswer } from './standouts.ts'
import { looksLikeChance, type Experience } from './trust.ts'

const CANDIDATES_PER_HIT = 3
const FEWEST_CANDIDATES = 30
const MOST_CANDIDATES = 200
/** What words have found is often among these: then it is known how near it is. */
const FEWEST_NEAR = 100
/** What this stands for is in `fuse.ts`; less or more of it counts in proportion. */
const VECTOR_WEIGHT = 0.4
/** A weak best hit still scores this much: whether to trust it is told by `abstains`, not by leaving it out. */
const LEAST_BEST = 0.2

export type AnswerContext = {
  readonly store: IndexStore
  readonly now: () => Millis
  readonly leg: VectorLeg | undefined
  readonly experience: Experience
  readonly options: SearcherOptions
  readonly timeZone: string
  readonly state: IndexState
  readonly pending: number
}

type Part = {
  hits: Hit[]
  legs: LegStatus[]
  confidence: number
  units: number
  files: number
  newest: Millis | undefined
  skipped: AnswerStatus['skipped']
}

/** Search one or several scopes, each by its own statistics, and say how it went. Must not throw because of a leg. */
export async function answerQuery(context: AnswerContext, text: string, options: SearchOptions): Promise<Answer> {
  const started = context.now()
  const scopes =
    typeof options.scope === 'string' || options.scope === undefined ? [options.scope ?? 'notes'] : options.scope
  const meaning = context.options.meaning !== false && context.options.ranking !== 'reme'
  const query = parseQuery(
    text,
    dayAt(started, context.timeZone),
    meaning ? expandWith(context.options.aliases) : undefined,
  )
  const parts: Part[] = []
  for (const scope of scopes) parts.push(await searchScope(context, query, scope, options))
  const limit = options.limit ?? 5
  const hits = parts
    .flatMap((part) => part.hits)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
  const confidence = Math.max(0, ...parts.map((part) => part.confidence))
  const legs = mergeLegs(parts.flatMap((part) => part.legs))
  const skipped = {
    belowMinScore: sum(parts, (part) => part.skipped.belowMinScore),
    overBudget: sum(parts, (part) => part.skipped.overBudget),
  }
  const searched = {
    units: sum(parts, (part) => part.units),
    files: sum(parts, (part) => part.files),
    ...newestOf(parts),
  }
  const abstains = hits.length === 0 || confidence < ABSTAIN_BELOW
  const reason = explain({ text, query, hits, abstains, legs, skipped, searched, state: context.state })
  return {
    hits,
    status: {
      legs,
      searched,
      pending: context.pending,
      skipped,
      abstains,
      confidence,
      reason,
      tookMs: context.now() - started,
    },
  }
}

async function searchScope(context: AnswerContext, query: Query, scope: Scope, options: SearchOptions): Promise<Part> {
  const limit = options.limit ?? 5
  const candidates = Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, limit * CANDIDATES_PER_HIT))
  const near = Math.max(FEWEST_NEAR, candidates)
  const nearest = await (context.leg?.nearest(scope, query.text, near) ?? NO_VECTORS)
  const reader = await context.store.reader(scope)
  const vector: VectorPart = {
    status: nearest.status,
    ...(nearest.answer && { answer: await standouts(reader, nearest.answer, near) }),
  }
  const isReme = context.options.ranking === 'reme' || context.options.keyword === false
  const legs: LegStatus[] = [
    context.options.keyword === false
      ? { leg: 'keyword', state: 'off', why: 'it is switched off' }
      : { leg: 'keyword', state: 'ran' },
  ]
  const meaning = query.terms.some(({ leg }) => leg === 'meaning')
  legs.push(
    meaning
      ? { leg: 'meaning', state: 'ran' }
      : { leg: 'meaning', state: 'off', why: 'no related words are known for this query' },
    vector.status,
  )
  const grow = options.grow ?? !isReme
  const { ranked, confidence, beside } = isReme
    ? await remeRanking(context, reader, query, limit, vector)
    : await ownRanking(context, reader, query, { candidates, shown: grow ? limit : 0 }, vector)
  if (looksLikeChance(context.experience)) legs.splice(-1, 1, { ...vector.status, why: CHANCE })
  const best = Math.max(1e-9, ranked[0]?.score ?? 0)
  const scale = isReme
    ? clamp
    : (score: number): number => clamp((LEAST_BEST + (1 - LEAST_BEST) * confidence) * (score / best))
  const minScore = options.minScore ?? 0
  const wanted = ranked.filter(({ score }) => scale(score) >= minScore)
  const kept = isReme ? wanted : once(wanted)
  const shown = await show(reader, kept, {
    limit,
    maxTokens: options.maxTokens ?? 2_000,
    grow,
    beside,
    scale,
    scope,
  })
  return {
    hits: shown.hits,
    legs,
    confidence: ranked.length > 0 ? confidence : 0,
    units: reader.units,
    files: reader.fileCount,
    newest: reader.newest,
    skipped: {
      belowMinScore: ranked.length - wanted.length,
      overBudget: shown.overBudget,
    },
  }
}

const CHANCE = 'the vectors look like chance in the questions so far, so they count little'

type Ordered = Pick<Ranking, 'ranked' | 'beside'> & { readonly confidence: number }
type VectorPart = { readonly answer?: VectorAnswer; readonly status: LegStatus }

const NO_VECTORS: Awaited<ReturnType<VectorLeg['nearest']>> = {
  status: { leg: 'vector', state: 'off', why: 'no embedding endpoint is configured' },
}

async function ownRanking(
  context: AnswerContext,
  reader: IndexReader,
  query: Query,
  counts: { readonly candidates: number; readonly shown: number },
  vector: VectorPart,
): Promise<Ordered> {
  const vectors = vector.answer && {
    byUnit: vector.answer.byUnit,
    standout: vector.answer.standout,
    nearOf: vector.answer.nearOf,
    experience: context.experience,
    weight: (context.options.vectorWeight ?? VECTOR_WEIGHT) / VECTOR_WEIGHT,
  }
  const ranking = await rank(reader, query, { ...counts, vectors })
  const byWords = confidenceOf(strength(reader.units, query, ranking.terms, ranking.ranked[0]?.words ?? 0))
  const byVector = vector.answer ? ranking.trust * clamp((vector.answer.standout - 2) / 4) : 0
  return { ...ranking, confidence: 1 - (1 - byWords) * (1 - byVector) }
}

/** The seeds' own figures: their score is the confidence. */
async function remeRanking(
  { options }: AnswerContext,
  reader: IndexReader,
  query: Query,
  limit: number,
  vector: VectorPart,
): Promise<Ordered> {
  const vectors = vector.answer && { byUnit: vector.answer.cosines }
  const ranked = (await rankReme(reader, query.text, limit, vectors, options)).slice(0, remeCandidates(limit))
  return { ranked, confidence: clamp(ranked[0]?.score ?? 0), beside: new Map() }
}

/** The same leg in several scopes: the worst state is told. */
function mergeLegs(all: readonly LegStatus[]): LegStatus[] {
  const order: readonly LegStatus['state'][] = ['failed', 'partial', 'ran', 'off']
  const byLeg = Map.groupBy(all, ({ leg }) => leg)
  return [...byLeg.values()].map(
    (states) => states.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0] as LegStatus,
  )
}

function newestOf(parts: readonly Part[]): { newest?: Millis } {
  const known = parts.flatMap(({ newest }) => newest ?? [])
  return known.length === 0 ? {} : { newest: Math.max(...known) }
}

function explain(given: {
  text: string
  query: Query
  hits: readonly Hit[]
  abstains: boolean
  legs: readonly LegStatus[]
  skipped: AnswerStatus['skipped']
  searched: AnswerStatus['searched']
  state: IndexState
}): string {
  const { hits, skipped, searched, query } = given
  const said: string[] = []
  if (given.state.state === 'stale') said.push(`The index should be rebuilt: ${given.state.why}.`)
  if (hits.length === 0) {
    if (given.text.trim() === '') said.push('The query is empty.')
    else if (searched.units === 0)
      said.push(`Nothing is indexed here${given.state.why === undefined ? '' : `: ${given.state.why}`}.`)
    else if (query.terms.length === 0) said.push('The query contains no word to search for.')
    else if (skipped.belowMinScore > 0) said.push(`${skipped.belowMinScore} hits are below the minimum score.`)
    else said.push('No note contains a word of the query; try other words.')
  } else if (given.abstains)
    said.push('Weak match: the best hit contains little of the query, so it may not answer it.')
  for (const leg of given.legs)
    if (leg.leg === 'vector' && leg.state !== 'off' && leg.why !== undefined) said.push(`Vectors: ${leg.why}`)
  return said.join(' ')
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
