import { DaypackError, type IndexQuery, type Scope, type UnitText } from 'daypack/internal'
import type { Query } from './connect.ts'
import type { FoundUnit } from './part-reader.ts'
import { readRows, withoutNulls, type InTenant } from './tenant.ts'

const FEW = 3

export type UnitRow = FoundUnit & {
  readonly number: number
  /** Frequencies of the terms that were asked for, in steps. */
  readonly steps: readonly number[]
  readonly file: FileRow
}
/** `first`: the number of its first unit. */
export type FileRow = {
  readonly first: number
  readonly path: string
  readonly units: number
  readonly length: number
}
type Place = { readonly generation: number; readonly scope: Scope }

// In the order of the day, so that its index is walked whatever the planner thinks of ranges.
const ALSO = `(SELECT near.number::float8 FROM unnest($3::int[], $4::int[]) AS d(first, last) CROSS JOIN LATERAL (
    SELECT number FROM daypack.unit u WHERE generation = $1 AND scope = $2 AND day <> 0 AND day BETWEEN d.first AND d.last
    ORDER BY day LIMIT $5) AS near LIMIT $5)
  UNION ALL SELECT near.number::float8 FROM unnest($6::text[]) AS h(hash) CROSS JOIN LATERAL (
    SELECT number FROM daypack.unit u WHERE generation = $1 AND scope = $2 AND u.hash = h.hash LIMIT ${FEW}) AS near`

export async function alsoWanted(query: Query, { generation, scope }: Place, wanted: IndexQuery): Promise<number[]> {
  const { days, hashes, k } = wanted
  if (days.length === 0 && hashes.length === 0) return []
  const [from, to] = [days.map((day) => day.from), days.map((day) => day.to)]
  const { rows } = await query(ALSO, [generation, scope, from, to, k, hashes])
  return rows.map(({ number }) => number as number)
}

/** Numbers one by one: for ranges the planner expects so many rows that it reads the whole table. The limit makes it look files up. */
const unitsSql = (steps: string): string => `SELECT own.file::float8 AS first, f.path, f.units, f.length, own.packed
  FROM (SELECT u.file, string_agg(int4send((u.number - u.file)::int) || int4send(u.length::int) || int4send(u.day)
      || int2send(u.flags)${steps}, '') AS packed
    FROM daypack.unit u WHERE u.number = ANY($3::bigint[]) AND u.generation = $1 AND u.scope = $2
    GROUP BY u.file) AS own
  CROSS JOIN LATERAL (SELECT path, units, length FROM daypack.file WHERE id = own.file LIMIT 1) AS f`
const UNITS = unitsSql('')
const UNITS_WITH_STEPS =
  unitsSql(` || (SELECT string_agg(int2send(coalesce(u.freqs[array_position(u.terms, id)], 0::smallint)), '' ORDER BY n)
  FROM unnest($4::bigint[]) WITH ORDINALITY AS term(id, n))`)
const FIGURES_BYTES = 14

/** Without their texts: of some six hundred that are ranked, few are shown. */
export async function readUnits(
  query: Query,
  { generation, scope }: Place,
  asked: { readonly numbers: readonly number[]; readonly reach: number; readonly terms: readonly string[] },
): Promise<UnitRow[]> {
  const near = Array.from({ length: 2 * asked.reach + 1 }, (_, step) => step - asked.reach)
  const numbers = new Set(asked.numbers.flatMap((number) => near.map((step) => number + step)))
  // As text: `pg` quotes every element of an array.
  const values = [generation, scope, `{${[...numbers].join(',')}}`]
  const { rows } =
    asked.terms.length === 0 ? await query(UNITS, values) : await query(UNITS_WITH_STEPS, [...values, asked.terms])
  return rows.flatMap(({ packed, ...file }) => unpack(packed as Buffer, file as unknown as FileRow, asked.terms.length))
}

function unpack(packed: Buffer, file: FileRow, terms: number): UnitRow[] {
  const size = FIGURES_BYTES + 2 * terms
  return Array.from({ length: packed.length / size }, (_, nth) => {
    const at = nth * size
    const ord = packed.readInt32BE(at)
    return {
      path: file.path,
      ord,
      number: file.first + ord,
      length: packed.readInt32BE(at + 4),
      day: packed.readInt32BE(at + 8),
      flags: packed.readInt16BE(at + 12),
      steps: Array.from({ length: terms }, (_, term) => packed.readInt16BE(at + FIGURES_BYTES + 2 * term)),
      file,
    }
  })
}

/** The columns of a unit's text; what is not so is NULL, and `withoutNulls` leaves it out. */
export const TEXT_COLUMNS = `start_line AS "startLine", end_line AS "endLine", text, heading, speaker,
  nullif(continues, false) AS continues`
const TEXTS = `SELECT number::float8, ${TEXT_COLUMNS} FROM daypack.unit WHERE number = ANY($1::bigint[])`
const HASHES = 'SELECT number::float8, hash FROM daypack.unit WHERE number = ANY($1::bigint[])'

/** Texts of units of one search; neighbours are read along, because they are often asked for next. */
export function textReader(inTenant: InTenant, units: readonly UnitRow[]) {
  const found = new Set(units.map(({ number }) => number))
  const known = new Map<number, UnitText>()
  return async (numbers: readonly number[]): Promise<UnitText[]> => {
    if (numbers.some((number) => !known.has(number))) {
      const near = new Set(numbers.flatMap((number) => [number - 1, number, number + 1]))
      const wanted = [...near].filter((number) => found.has(number) && !known.has(number))
      for (const { number, ...row } of await readRows(inTenant, 'Searching the index', TEXTS, [wanted]))
        known.set(number as number, withoutNulls(row) as UnitText)
    }
    return numbers.map((number) => {
      const text = known.get(number)
      if (text) return text
      throw changedIndex()
    })
  }
}

export function changedIndex(): DaypackError {
  return new DaypackError('conflict', 'Another process has changed the index meanwhile. Search again.')
}

export async function readHashes(inTenant: InTenant, numbers: readonly number[]): Promise<string[]> {
  const rows = await readRows(inTenant, 'Searching the index', HASHES, [numbers])
  const hashes = new Map(rows.map(({ number, hash }) => [number as number, hash as string]))
  return numbers.map((number) => hashes.get(number) ?? '')
}
