import type { IndexChange, IndexUnit, Scope } from 'daypack/internal'
import { bytesOf, postingRow, firstOf, localOf, partOf, posting, STEPS } from './posting-row.ts'
import type { Query } from './connect.ts'
import { termId } from './term-id.ts'

type Written = Extract<IndexChange, { units: unknown }>
type Placed = { readonly unit: IndexUnit; readonly number: number; readonly file: number }

export async function writeFiles(query: Query, generation: number, changes: readonly IndexChange[]): Promise<void> {
  const last = new Map(changes.map((change) => [`${change.scope} ${change.path}`, change]))
  for (const [scope, group] of Map.groupBy(last.values(), (change) => change.scope)) {
    const paths = group.map(({ path }) => path)
    await takeOut(query, generation, scope, paths)
    const written = group.filter((change): change is Written => 'units' in change)
    if (written.length > 0) await putIn(query, generation, scope, written)
  }
}

const OLD = `SELECT id::float8, units, length FROM daypack.file WHERE generation = $1 AND scope = $2 AND path = ANY($3)`

async function takeOut(query: Query, generation: number, scope: Scope, paths: readonly string[]): Promise<void> {
  const { rows } = await query(OLD, [generation, scope, paths])
  if (rows.length === 0) return
  const files = rows as unknown as { id: number; units: number; length: number }[]
  for (const { id, units } of files) await takeOutPostings(query, generation, id, units)
  await query(
    `UPDATE daypack.index_scope SET units = units - $3, files = files - $4, length = length - $5
     WHERE generation = $1 AND scope = $2`,
    [generation, scope, sum(files, ({ units }) => units), held(files), sum(files, ({ length }) => length)],
  )
  const ids = files.map(({ id }) => id)
  await query('DELETE FROM daypack.unit WHERE number = ANY($1::bigint[])', [
    files.flatMap(({ id, units }) => numbersFrom(id, units)),
  ])
  await query('DELETE FROM daypack.file WHERE id = ANY($1::bigint[])', [ids])
}

const TERMS = 'SELECT DISTINCT unnest(terms)::text AS id FROM daypack.unit WHERE number = ANY($1::bigint[])'
const HOLDING = `SELECT term::text AS id, part, data FROM daypack.posting
  WHERE generation = $1 AND term = ANY($2::bigint[]) AND part BETWEEN $3 AND $4`
const KEPT = `UPDATE daypack.posting p SET data = kept.data, files = p.files - kept.files
  FROM unnest($2::bigint[], $3::int[], $4::bytea[], $5::int[]) AS kept(term, part, data, files)
  WHERE p.generation = $1 AND p.term = kept.term AND p.part = kept.part`
const EMPTY = `DELETE FROM daypack.posting WHERE generation = $1 AND term = ANY($2::bigint[]) AND data = ''`

async function takeOutPostings(query: Query, generation: number, first: number, units: number): Promise<void> {
  const last = first + Math.max(0, units - 1)
  const { rows: terms } = await query(TERMS, [numbersFrom(first, units)])
  const ids = terms.map(({ id }) => id)
  const { rows } = await query(HOLDING, [generation, ids, partOf(first), partOf(last)])
  const counted = new Set<string>()
  const kept = rows
    .toSorted((a, b) => (a['part'] as number) - (b['part'] as number))
    .flatMap((row) => {
      const [id, part, data] = [row['id'] as string, row['part'] as number, row['data'] as Uint8Array]
      const [from, to] = [first - firstOf(part), last - firstOf(part)]
      const rest = postingRow(data).filter((entry) => localOf(entry) < from || localOf(entry) > to)
      if (rest.length * 4 === data.byteLength) return []
      const files = counted.has(id) ? 0 : 1
      counted.add(id)
      return [{ id, part, data: bytesOf(rest), files }]
    })
  if (kept.length === 0) return
  const cells = columns(kept, [({ id }) => id, ({ part }) => part, ({ data }) => data, ({ files }) => files])
  await query(KEPT, [generation, ...cells])
  await query(EMPTY, [generation, cells[0]])
}

const NUMBERS = `UPDATE daypack.index_state SET next = next + $1 RETURNING (next - $1)::float8 AS first`

async function putIn(query: Query, generation: number, scope: Scope, files: readonly Written[]): Promise<void> {
  // An empty file has a number too.
  const room = sum(files, ({ units }) => Math.max(1, units.length))
  const { rows } = await query(NUMBERS, [room])
  let next = rows[0]?.['first'] as number
  const placed = files.map((file) => {
    const id = next
    next += Math.max(1, file.units.length)
    const bytes = sum(file.units, ({ text, terms }) => Buffer.byteLength(text) + 16 * terms.size + 200)
    return { file, id, bytes, length: sum(file.units, ({ length }) => length) }
  })
  await query(
    `INSERT INTO daypack.file (generation, scope, id, path, hash, modified, indexed_at, units, length, bytes)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::int[], $9::float8[],
       $10::bigint[])`,
    [
      generation,
      scope,
      ...columns(placed, [
        ({ id }) => id,
        ({ file }) => file.path,
        ({ file }) => file.hash,
        ({ file }) => file.modified,
        ({ file }) => file.indexedAt,
        ({ file }) => file.units.length,
        ({ length }) => length,
        ({ bytes }) => bytes,
      ]),
    ],
  )
  const units = placed.flatMap(({ file, id }) => file.units.map((unit, ord) => ({ unit, number: id + ord, file: id })))
  const ids = new Map<string, string>()
  for (const { unit } of units)
    for (const term of unit.terms.keys()) if (!ids.has(term)) ids.set(term, termId(scope, term))
  await putUnits(query, generation, scope, units, ids)
  await putPostings(query, generation, units, ids)
  const words = [...ids].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await query(
    `INSERT INTO daypack.term (generation, scope, term, id)
     SELECT $1, $2, * FROM unnest($3::text[], $4::bigint[]) ON CONFLICT DO NOTHING`,
    [generation, scope, ...columns(words, [([term]) => term, ([, id]) => id])],
  )
  await query(
    `INSERT INTO daypack.index_scope (generation, scope, units, files, length) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant, generation, scope) DO UPDATE SET units = index_scope.units + excluded.units,
       files = index_scope.files + excluded.files, length = index_scope.length + excluded.length`,
    [
      generation,
      scope,
      units.length,
      held(files.map((file) => ({ units: file.units.length }))),
      sum(placed, ({ length }) => length),
    ],
  )
}

async function putUnits(
  query: Query,
  generation: number,
  scope: Scope,
  units: readonly Placed[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await query(
    `INSERT INTO daypack.unit (generation, scope, number, file, hash, length, day, flags, start_line, end_line, text, heading,
       speaker, continues, terms, freqs)
     SELECT $1, $2, number, file, hash, length, day, flags, start_line, end_line, text, heading, speaker, continues,
       terms::bigint[], freqs::smallint[]
     FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::real[], $7::int[], $8::smallint[], $9::int[], $10::int[],
       $11::text[], $12::text[], $13::text[], $14::boolean[], $15::text[], $16::text[])
       AS given(number, file, hash, length, day, flags, start_line, end_line, text, heading, speaker, continues, terms, freqs)`,
    [
      generation,
      scope,
      ...columns(units, [
        ({ number }) => number,
        ({ file }) => file,
        ({ unit }) => unit.hash,
        ({ unit }) => unit.length,
        ({ unit }) => unit.day,
        ({ unit }) => unit.flags,
        ({ unit }) => unit.startLine,
        ({ unit }) => unit.endLine,
        ({ unit }) => storable(unit.text),
        ({ unit }) => storable(unit.heading),
        ({ unit }) => (unit.speaker === undefined ? null : storable(unit.speaker)),
        ({ unit }) => unit.continues ?? false,
        ({ unit }) => `{${[...unit.terms.keys()].map((term) => ids.get(term)).join(',')}}`,
        ({ unit }) => `{${[...unit.terms.values()].map((freq) => Math.round(freq * STEPS)).join(',')}}`,
      ]),
    ],
  )
}

/** Numbers only rise, so what is new goes to the end of a row. A file counts where its first unit with a term stands. */
async function putPostings(
  query: Query,
  generation: number,
  units: readonly Placed[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const counted = new Map<string, number>()
  for (const [part, own] of Map.groupBy(units, ({ number }) => partOf(number))) {
    const rows = new Map<string, { entries: number[]; files: number }>()
    for (const { unit, number, file } of own) {
      for (const [term, freq] of unit.terms) {
        const row = rows.get(term) ?? { entries: [], files: 0 }
        rows.set(term, row)
        row.entries.push(posting(number, Math.round(freq * STEPS), unit.length))
        if (counted.get(term) !== file) row.files += 1
        counted.set(term, file)
      }
    }
    const order = [...rows].toSorted(([a], [b]) => ((ids.get(a) as string) < (ids.get(b) as string) ? -1 : 1))
    await query(
      `INSERT INTO daypack.posting (generation, part, term, files, data)
       SELECT $1, $2, * FROM unnest($3::bigint[], $4::int[], $5::bytea[])
       ON CONFLICT (tenant, generation, term, part) DO UPDATE
         SET data = posting.data || excluded.data, files = posting.files + excluded.files`,
      [
        generation,
        part,
        ...columns(order, [([term]) => ids.get(term), ([, { files }]) => files, ([, { entries }]) => bytesOf(entries)]),
      ],
    )
  }
}

/** A text column holds no NUL and no half of a surrogate pair; the index is derived, and may show them as a mark. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}

function held(files: readonly { readonly units: number }[]): number {
  return files.filter(({ units }) => units > 0).length
}

function sum<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}

function columns<Row>(rows: readonly Row[], cells: readonly ((row: Row) => unknown)[]): unknown[][] {
  return cells.map((cell) => rows.map(cell))
}
