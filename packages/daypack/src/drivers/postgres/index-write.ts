import type { IndexChange, IndexUnit, Scope } from '../../model/index-store.ts'
import type { Query } from './connect.ts'
import { termId } from './term-id.ts'

type Written = Extract<IndexChange, { units: unknown }>
/** How many units and files of a scope hold a term more than before. */
type Counts = Map<string, { id: bigint; term: string; units: number; files: number }>

/** Frequencies are kept in whole steps. */
export const STEPS = 20

/** Files replaced or taken out, and the figures of their scopes with them. The caller holds the lock. */
export async function writeFiles(
  query: Query,
  tenant: string,
  generation: number,
  changes: readonly IndexChange[],
): Promise<void> {
  const last = new Map(changes.map((change) => [`${change.scope} ${change.path}`, change]))
  for (const [scope, group] of Map.groupBy(last.values(), (change) => change.scope)) {
    await takeOut(
      query,
      generation,
      scope,
      group.map(({ path }) => path),
    )
    const written = group.filter((change): change is Written => 'units' in change)
    if (written.length > 0) await putIn(query, tenant, generation, scope, written)
  }
}

async function takeOut(query: Query, generation: number, scope: Scope, paths: readonly string[]): Promise<void> {
  const { rows } = await query(
    `SELECT id::text FROM daypack.file WHERE generation = $1 AND scope = $2 AND path = ANY($3)`,
    [generation, scope, paths],
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await query(
    `WITH held AS (
      SELECT id, sum(units) AS units, sum(files) AS files FROM (
        SELECT unnest(terms) AS id, 1 AS units, 0 AS files FROM daypack.unit WHERE file = ANY($1::bigint[])
        UNION ALL
        SELECT unnest(terms), 0, 1 FROM daypack.file WHERE id = ANY($1::bigint[])) AS each
      GROUP BY id)
    UPDATE daypack.term t SET units = t.units - held.units, files = t.files - held.files FROM held WHERE t.id = held.id`,
    [ids],
  )
  await query(
    `UPDATE daypack.index_scope s SET units = s.units - gone.units, files = s.files - gone.files,
       length = s.length - gone.length
     FROM (SELECT sum(units) AS units, count(*) FILTER (WHERE units > 0) AS files, sum(length) AS length
       FROM daypack.file WHERE id = ANY($3::bigint[])) AS gone
     WHERE generation = $1 AND scope = $2`,
    [generation, scope, ids],
  )
  await query('DELETE FROM daypack.unit_text WHERE file = ANY($1::bigint[])', [ids])
  await query('DELETE FROM daypack.unit WHERE file = ANY($1::bigint[])', [ids])
  await query('DELETE FROM daypack.file WHERE id = ANY($1::bigint[])', [ids])
}

async function putIn(
  query: Query,
  tenant: string,
  generation: number,
  scope: Scope,
  files: readonly Written[],
): Promise<void> {
  const counts: Counts = new Map()
  const countOf = (term: string) => {
    const known = counts.get(term) ?? { id: termId(tenant, generation, scope, term), term, units: 0, files: 0 }
    counts.set(term, known)
    return known
  }
  const idOf = (term: string): bigint => countOf(term).id
  const rows = files.map((file) => {
    const whole = wholeOf(file.units)
    for (const term of whole.keys()) countOf(term).files += 1
    for (const { terms } of file.units) for (const term of terms.keys()) countOf(term).units += 1
    const length = file.units.reduce((sum, unit) => sum + unit.length, 0)
    const bytes = file.units.reduce((sum, { text, terms }) => sum + Buffer.byteLength(text) + 12 * terms.size + 150, 0)
    return { file, length, bytes, terms: [...whole.keys()].map(idOf), freqs: [...whole.values()] }
  })
  const { rows: made } = await query(
    `INSERT INTO daypack.file (generation, scope, path, hash, modified, indexed_at, units, length, bytes, terms, freqs)
     SELECT $1, $2, path, hash, modified, indexed_at, units, length, bytes, terms::bigint[], freqs::int[]
     FROM unnest($3::text[], $4::text[], $5::float8[], $6::float8[], $7::int[], $8::float8[], $9::bigint[], $10::text[],
       $11::text[]) AS given(path, hash, modified, indexed_at, units, length, bytes, terms, freqs)
     RETURNING path, id::text`,
    [
      generation,
      scope,
      ...columns(rows, [
        ({ file }) => file.path,
        ({ file }) => file.hash,
        ({ file }) => file.modified,
        ({ file }) => file.indexedAt,
        ({ file }) => file.units.length,
        ({ length }) => length,
        ({ bytes }) => bytes,
        ({ terms }) => `{${terms.join(',')}}`,
        ({ freqs }) => `{${freqs.join(',')}}`,
      ]),
    ],
  )
  const ids = new Map(made.map(({ path, id }) => [path as string, id as string]))
  const units = files.flatMap(({ path, units }) =>
    units.map((unit, ord) => ({ unit, ord, file: ids.get(path) as string })),
  )
  await putUnits(query, generation, scope, units, idOf)
  const order = [...counts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await query(
    `INSERT INTO daypack.term (id, generation, scope, term, units, files)
     SELECT id, $1, $2, term, units, files FROM unnest($3::bigint[], $4::text[], $5::int[], $6::int[]) AS given(id, term, units, files)
     ON CONFLICT (tenant, id) DO UPDATE SET units = term.units + excluded.units, files = term.files + excluded.files`,
    [
      generation,
      scope,
      ...columns(order, [({ id }) => id.toString(), ({ term }) => term, ({ units }) => units, ({ files }) => files]),
    ],
  )
  await query(
    `INSERT INTO daypack.index_scope (generation, scope, units, files, length) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant, generation, scope) DO UPDATE SET units = index_scope.units + excluded.units,
       files = index_scope.files + excluded.files, length = index_scope.length + excluded.length`,
    [
      generation,
      scope,
      units.length,
      files.filter((file) => file.units.length > 0).length,
      rows.reduce((sum, { length }) => sum + length, 0),
    ],
  )
}

type Placed = { readonly unit: IndexUnit; readonly ord: number; readonly file: string }

async function putUnits(
  query: Query,
  generation: number,
  scope: Scope,
  units: readonly Placed[],
  idOf: (term: string) => bigint,
): Promise<void> {
  await query(
    `INSERT INTO daypack.unit (file, ord, generation, scope, hash, length, day, flags, terms, freqs)
     SELECT file, ord, $1, $2, hash, length, day, flags, terms::bigint[], freqs::smallint[]
     FROM unnest($3::bigint[], $4::int[], $5::text[], $6::real[], $7::int[], $8::smallint[], $9::text[], $10::text[])
       AS given(file, ord, hash, length, day, flags, terms, freqs)`,
    [
      generation,
      scope,
      ...columns(units, [
        ({ file }) => file,
        ({ ord }) => ord,
        ({ unit }) => unit.hash,
        ({ unit }) => unit.length,
        ({ unit }) => unit.day,
        ({ unit }) => unit.flags,
        ({ unit }) => `{${[...unit.terms.keys()].map(idOf).join(',')}}`,
        ({ unit }) => `{${[...unit.terms.values()].map((freq) => Math.round(freq * STEPS)).join(',')}}`,
      ]),
    ],
  )
  await query(
    `INSERT INTO daypack.unit_text (file, ord, start_line, end_line, text, heading, speaker, continues)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::boolean[])`,
    columns(units, [
      ({ file }) => file,
      ({ ord }) => ord,
      ({ unit }) => unit.startLine,
      ({ unit }) => unit.endLine,
      ({ unit }) => storable(unit.text),
      ({ unit }) => storable(unit.heading),
      ({ unit }) => (unit.speaker === undefined ? null : storable(unit.speaker)),
      ({ unit }) => unit.continues ?? false,
    ]),
  )
}

/** A text column holds no NUL and no half of a surrogate pair; the index is derived, and may show them as a mark. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}

/** How often a whole file holds each term, in steps. */
function wholeOf(units: readonly IndexUnit[]): Map<string, number> {
  const whole = new Map<string, number>()
  for (const { terms } of units)
    for (const [term, freq] of terms) whole.set(term, (whole.get(term) ?? 0) + Math.round(freq * STEPS))
  return whole
}

/** Rows as the arrays that `unnest` takes. */
function columns<Row>(rows: readonly Row[], cells: readonly ((row: Row) => unknown)[]): unknown[][] {
  return cells.map((cell) => rows.map(cell))
}
