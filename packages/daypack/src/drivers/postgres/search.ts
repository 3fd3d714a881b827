import type { IndexReader, Scope, UnitText, Wanted } from '../../model/index-store.ts'
import { partReader, type FoundUnit } from '../shared/part-reader.ts'
import type { Query } from './connect.ts'
import { STEPS } from './index-write.ts'
import type { InTenant } from './tenant.ts'
import { termId } from './term-id.ts'

/** Rows read for a query at most. Terms that stand in more units than that find nothing by themselves. */
const MOST_POSTINGS = 10_000
/** Units with the same text that one hash brings. */
const FEW = 3

type Context = {
  readonly query: Query
  readonly inTenant: InTenant
  readonly tenant: string
  readonly scope: Scope
  readonly wanted: Wanted
}
type Holder = { readonly term: string; readonly id: string; readonly units: number; readonly files: number }
type Located = FoundUnit & { readonly file: string }

/** The units that fit best by BM25 over the rarer terms, those around them, and the figures of the whole for our scorer. */
export async function findUnits(context: Context): Promise<IndexReader> {
  const { query, scope, tenant, wanted } = context
  const { rows: known } = await query(TOTALS, [scope])
  const generation = (known[0]?.['generation'] as number | undefined) ?? 0
  const totals = {
    units: (known[0]?.['units'] as number | null) ?? 0,
    files: (known[0]?.['files'] as number | null) ?? 0,
    length: (known[0]?.['length'] as number | null) ?? 0,
  }
  const terms = [...new Set(wanted.terms.map(({ term }) => term))]
  const ids = terms.map((term) => termId(tenant, generation, scope, term).toString())
  const { rows } = await query(HOLDERS, [ids])
  const byId = new Map(rows.map((row) => [row['id'] as string, row as unknown as Omit<Holder, 'term'>]))
  const holders = terms.flatMap((term, at): Holder[] => {
    const found = byId.get(ids[at] as string)
    return found ? [{ ...found, term }] : []
  })
  const units = totals.units === 0 ? [] : await unitsOf(context, generation, totals, holders)
  const files = await filesOf(query, [...new Set(units.map(({ file }) => file))], holders)
  return partReader(
    {
      units,
      totals,
      holders: new Map(holders.map(({ term, units, files }) => [term, { units, files }])),
      files,
      startingWith: (prefix) => startingWith(context.inTenant, generation, scope, prefix),
      texts: textsOf(context.inTenant, units),
    },
    wanted,
  )
}

const TOTALS = `SELECT i.generation, s.units::float8 AS units, s.files::float8 AS files, s.length
  FROM daypack.index_state i LEFT JOIN daypack.index_scope s ON s.generation = i.generation AND s.scope = $1`
const HOLDERS = 'SELECT id::text, units, files FROM daypack.term WHERE id = ANY($1::bigint[]) AND units > 0'

const UNITS = `WITH hit AS (
    SELECT file, ord FROM daypack.best_units($1, $2, $3, $4)
    UNION ALL (SELECT file, ord FROM daypack.unit u JOIN unnest($7::int[], $8::int[]) AS d(first, last)
      ON u.day BETWEEN d.first AND d.last WHERE generation = $5 AND scope = $6 AND day <> 0 LIMIT $4)
    UNION ALL SELECT near.file, near.ord FROM unnest($9::text[]) AS h(hash) CROSS JOIN LATERAL (
      SELECT file, ord FROM daypack.unit u WHERE generation = $5 AND scope = $6 AND u.hash = h.hash LIMIT ${FEW}) AS near),
  place AS (SELECT DISTINCT file, ord + step AS ord FROM hit, generate_series(-$10::int, $10::int) AS step)
  SELECT f.path, u.file::text, u.ord, u.hash, u.length, u.day, u.flags,
    ARRAY(SELECT coalesce(u.freqs[array_position(u.terms, id)], 0) FROM unnest($11::bigint[]) AS id) AS freqs
  FROM place p JOIN daypack.unit u ON u.file = p.file AND u.ord = p.ord JOIN daypack.file f ON f.id = u.file`

async function unitsOf(
  { query, scope, wanted }: Context,
  generation: number,
  totals: { units: number; length: number },
  holders: readonly Holder[],
): Promise<Located[]> {
  const weights = new Map(wanted.terms.map(({ term, weight }) => [term, weight]))
  const searched = rareFirst(holders.filter(({ term }) => (weights.get(term) ?? 0) > 0))
  const score = ({ term, units }: Holder) => (weights.get(term) ?? 0) * inverse(units, totals.units)
  const { rows } = await query(UNITS, [
    searched.map(({ id }) => id),
    searched.map(score),
    totals.length / totals.units || 1,
    wanted.k,
    generation,
    scope,
    wanted.days.map(({ from }) => from),
    wanted.days.map(({ to }) => to),
    wanted.hashes,
    wanted.reach,
    holders.map(({ id }) => id),
  ])
  return rows.map((row) => ({ ...(row as Located), freqs: freqsOf(row['freqs'] as number[], holders) }))
}

/** From the rarest on, while few enough units are read. */
function rareFirst(holders: readonly Holder[]): Holder[] {
  let read = 0
  return holders
    .toSorted((a, b) => a.units - b.units)
    .filter(({ units }, at) => (read += units) <= MOST_POSTINGS || at === 0)
}

function inverse(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}

/** Steps as frequencies, of the terms that are there. */
function freqsOf(steps: readonly number[], holders: readonly Holder[]): ReadonlyMap<string, number> {
  return new Map(holders.flatMap(({ term }, at): [string, number][] => (steps[at] ? [[term, steps[at] / STEPS]] : [])))
}

const WHOLE = `SELECT path, length,
    ARRAY(SELECT coalesce(freqs[array_position(terms, id)], 0) FROM unnest($2::bigint[]) AS id) AS freqs
  FROM daypack.file WHERE id = ANY($1::bigint[])`

async function filesOf(query: Query, files: readonly string[], holders: readonly Holder[]) {
  const { rows } = await query(WHOLE, [files, holders.map(({ id }) => id)])
  return new Map(
    rows.map(({ path, length, freqs }) => [
      path as string,
      { length: length as number, freqs: freqsOf(freqs as number[], holders) },
    ]),
  )
}

const STARTING = `SELECT term FROM daypack.term WHERE generation = $1 AND scope = $2 AND term >= $3 AND term < $4 AND units > 0
  ORDER BY term LIMIT 5000`

async function startingWith(inTenant: InTenant, generation: number, scope: Scope, prefix: string): Promise<string[]> {
  const values = [generation, scope, prefix, `${prefix}\u{10ffff}`]
  const { rows } = await inTenant('Searching the index', (query) => query(STARTING, values), { readOnly: true })
  return rows.map(({ term }) => term as string)
}

const TEXTS = `SELECT asked.at, t.start_line, t.end_line, t.text, t.heading, t.speaker, t.continues
  FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS asked(file, ord, at)
  JOIN daypack.unit_text t ON t.file = asked.file AND t.ord = asked.ord`

/** All at the first question: the few neighbours that are asked for later would cost a round trip each. */
function textsOf(inTenant: InTenant, units: readonly Located[]): (asked: readonly FoundUnit[]) => Promise<UnitText[]> {
  let loaded: Promise<ReadonlyMap<FoundUnit, UnitText>> | undefined
  const load = async (): Promise<ReadonlyMap<FoundUnit, UnitText>> => {
    const values = [units.map(({ file }) => file), units.map(({ ord }) => ord)]
    const { rows } = await inTenant('Reading the index', (query) => query(TEXTS, values), { readOnly: true })
    return new Map(rows.map((row) => [units[Number(row['at']) - 1] as FoundUnit, unitTextOf(row)]))
  }
  return async (asked) => {
    loaded ??= load()
    const texts = await loaded
    return asked.map((unit) => texts.get(unit) ?? GONE)
  }
}

/** Somebody took the file out between the search and the reading. */
const GONE: UnitText = { startLine: 1, endLine: 1, text: '', heading: '' }

export function unitTextOf(row: Record<string, unknown>): UnitText {
  return {
    startLine: row['start_line'] as number,
    endLine: row['end_line'] as number,
    text: row['text'] as string,
    heading: row['heading'] as string,
    ...(row['speaker'] !== null && { speaker: row['speaker'] as string }),
    ...(row['continues'] === true && { continues: true as const }),
  }
}
