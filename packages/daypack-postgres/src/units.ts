import type { Scope, UnitText, IndexQuery } from 'daypack/internal'
import type { Query } from './connect.ts'

const FEW = 3

export type UnitRow = {
  readonly number: number
  readonly file: number
  readonly hash: string
  readonly length: number
  readonly day: number
  readonly flags: number
  readonly steps: readonly number[]
  readonly text: UnitText
  /** Of its file. */
  readonly path: string
  readonly fileUnits: number
  readonly fileLength: number
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

// Numbers one by one: for ranges the planner expects so many rows that it reads the whole table.
const UNITS = `SELECT u.number::float8, u.file::float8, u.hash, u.length, u.day, u.flags, u.start_line, u.end_line, u.text,
    u.heading, u.speaker, u.continues, f.path, f.units AS "fileUnits", f.length AS "fileLength",
    ARRAY(SELECT coalesce(u.freqs[array_position(u.terms, id)], 0) FROM unnest($4::bigint[]) AS id) AS steps
  FROM daypack.unit u JOIN daypack.file f ON f.tenant = u.tenant AND f.id = u.file
  WHERE u.number = ANY($3::bigint[]) AND u.generation = $1 AND u.scope = $2`

export async function readUnits(
  query: Query,
  { generation, scope }: Place,
  asked: { readonly numbers: readonly number[]; readonly reach: number; readonly terms: readonly string[] },
): Promise<UnitRow[]> {
  const near = Array.from({ length: 2 * asked.reach + 1 }, (_, step) => step - asked.reach)
  const numbers = new Set(asked.numbers.flatMap((number) => near.map((step) => number + step)))
  const { rows } = await query(UNITS, [generation, scope, [...numbers], asked.terms])
  return rows.map((row) => ({ ...(row as unknown as UnitRow), text: unitTextOf(row) }))
}

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
