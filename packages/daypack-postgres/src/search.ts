import { type IndexReader, type Scope, type IndexQuery } from 'daypack/internal'
import { postingRow, STEPS } from './posting-row.ts'
import type { Query } from './connect.ts'
import { bestUnits, frequencyIn, type TermPostings } from './postings.ts'
import { readRows, type InTenant } from './tenant.ts'
import { termId } from './term-id.ts'
import { alsoWanted, readUnits, type UnitRow } from './units.ts'
import { partReader, type FoundUnit, type FoundUnits } from './part-reader.ts'

type Context = {
  readonly query: Query
  readonly inTenant: InTenant
  readonly scope: Scope
  readonly wanted: IndexQuery
  readonly most: number
}
type State = { readonly generation: number; readonly totals: FoundUnits['totals'] }
type Holder = { readonly id: string; readonly term: string; readonly units: number; readonly files: number }
type Lists = ReadonlyMap<string, TermPostings>
type Read = { readonly whole: Lists; readonly searched: Lists }
type Located = FoundUnit & { readonly row: UnitRow }

/** Finds the best units by BM25 over the rarer terms; adding up here is a hundred times faster than in SQL. */
export async function findUnits(context: Context): Promise<IndexReader> {
  const { scope, wanted } = context
  const terms = [...new Set(wanted.terms.map(({ term }) => term))]
  const { state, holders } = await figuresOf(context, terms)
  const postings = await postingsOf(context, state, holders)
  const units = await unitsOf(context, state, holders, postings)
  return partReader(
    {
      units,
      totals: state.totals,
      holders: new Map(holders.map(({ term, units, files }) => [term, { units, files }])),
      files: filesOf(units, holders, postings.whole),
      startingWith: (prefix) => startingWith(context.inTenant, state.generation, scope, prefix),
      texts: (asked) => asked.map((unit) => (unit as Located).row.text),
    },
    wanted,
  )
}

const FIGURES = `SELECT i.generation, s.units::float8 AS units, s.files::float8 AS files, s.length,
    held.id, held.units::int AS held_units, held.files::int AS held_files
  FROM daypack.index_state i LEFT JOIN daypack.index_scope s ON s.generation = i.generation AND s.scope = $1
  LEFT JOIN LATERAL (SELECT p.term::text AS id, sum(octet_length(p.data)) / 4 AS units, sum(p.files) AS files
    FROM daypack.posting p WHERE p.generation = i.generation AND p.term = ANY($2::bigint[]) GROUP BY p.term) AS held ON true`

async function figuresOf({ query, scope }: Context, terms: readonly string[]) {
  const byId = new Map(terms.map((term) => [termId(scope, term), term]))
  const { rows } = await query(FIGURES, [scope, [...byId.keys()]])
  const [first] = rows
  const state: State = {
    generation: (first?.['generation'] as number | undefined) ?? 0,
    totals: {
      units: (first?.['units'] as number | null) ?? 0,
      files: (first?.['files'] as number | null) ?? 0,
      length: (first?.['length'] as number | null) ?? 0,
    },
  }
  const holders = rows.flatMap(({ id, held_units: units, held_files: files }): Holder[] => {
    const term = byId.get(id as string)
    return term === undefined ? [] : [{ id: id as string, term, units: units as number, files: files as number }]
  })
  return { state, holders }
}

const POSTINGS = `SELECT term::text AS id, part, data FROM daypack.posting
  WHERE generation = $1 AND term = ANY($2::bigint[])`
const NEWEST = `SELECT id, part, data FROM (
    SELECT term::text AS id, part, data, sum(octet_length(data)) OVER (ORDER BY part DESC) AS bytes
    FROM daypack.posting WHERE generation = $1 AND term = $2::bigint) AS own WHERE bytes <= $3`

async function postingsOf(context: Context, { generation }: State, all: readonly Holder[]): Promise<Read> {
  const { query, most } = context
  const weights = weightsOf(context.wanted)
  const isAsked = ({ term }: Holder): boolean => (weights.get(term) ?? 0) > 0
  const order = all.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)) || a.units - b.units)
  let sum = 0
  const few = order.filter(({ units }) => (sum += units) <= most)
  const [rarest] = order
  if (few.length === 0 && rarest !== undefined)
    return { whole: new Map(), searched: listsOf(await query(NEWEST, [generation, rarest.id, most * 4])) }
  const whole = listsOf(await query(POSTINGS, [generation, few.map(({ id }) => id)]))
  return { whole, searched: whole }
}

function listsOf({ rows }: Awaited<ReturnType<Query>>): Lists {
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id as string)].map(([id, own]) => [
      id,
      new Map(own.map(({ part, data }) => [part as number, postingRow(data as Uint8Array)])),
    ]),
  )
}

async function unitsOf(
  { query, scope, wanted }: Context,
  { generation, totals }: State,
  holders: readonly Holder[],
  { whole, searched }: Read,
): Promise<Located[]> {
  if (totals.units === 0) return []
  const weights = weightsOf(wanted)
  const terms = holders.flatMap(({ id, term, units }) => {
    const [postings, weight] = [searched.get(id), weights.get(term) ?? 0]
    return postings && weight > 0 ? [{ postings, weight: weight * inverse(units, totals.units) }] : []
  })
  const best = bestUnits(terms, totals.length / totals.units || 1, wanted.k)
  const also = await alsoWanted(query, { generation, scope }, wanted)
  const unread = holders.filter(({ id }) => !whole.has(id))
  const rows = await readUnits(
    query,
    { generation, scope },
    { numbers: [...best, ...also], reach: wanted.reach, terms: unread.map(({ id }) => id) },
  )
  return rows.map((row) => {
    const { number, file, path, hash, length, day, flags } = row
    const freqs = new Map<string, number>()
    for (const { id, term } of holders) {
      const postings = whole.get(id)
      const freq = postings === undefined ? 0 : frequencyIn(postings, number, 1)
      if (freq > 0) freqs.set(term, freq)
    }
    for (const [at, { term }] of unread.entries()) if (row.steps[at]) freqs.set(term, row.steps[at] / STEPS)
    return { path, ord: number - file, hash, length, day, flags, freqs, row }
  })
}

function weightsOf({ terms }: IndexQuery): ReadonlyMap<string, number> {
  return new Map(terms.map(({ term, weight }) => [term, weight]))
}

function inverse(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}

function filesOf(units: readonly Located[], holders: readonly Holder[], read: Lists): FoundUnits['files'] {
  return new Map(
    [...Map.groupBy(units, ({ path }) => path)].map(([path, own]) => {
      const { file, fileUnits, fileLength } = (own[0] as Located).row
      const freqs = holders.map(({ id, term }): [string, number] => {
        const postings = read.get(id)
        if (postings) return [term, frequencyIn(postings, file, fileUnits)]
        return [term, own.reduce((sum, unit) => sum + (unit.freqs.get(term) ?? 0), 0)]
      })
      return [path, { length: fileLength, freqs: new Map(freqs.filter(([, freq]) => freq > 0)) }]
    }),
  )
}

const STARTING = `SELECT term FROM daypack.term WHERE generation = $1 AND scope = $2 AND term >= $3 AND term < $4
  ORDER BY term LIMIT 5000`

async function startingWith(inTenant: InTenant, generation: number, scope: Scope, prefix: string): Promise<string[]> {
  const values = [generation, scope, prefix, `${prefix}\u{10ffff}`]
  const rows = await readRows(inTenant, 'Searching the index', STARTING, values)
  return rows.map(({ term }) => term as string)
}
