import { hash } from 'node:crypto'
import type { DayPlace, DayStore, DialogRecord, Millis } from 'daypack/internal'
import type { Query } from './connect.ts'
import { readRows, type InTenant } from './tenant.ts'

export function postgresDays(inTenant: InTenant, dayOf: (at: Millis) => string): DayStore {
  return {
    async append(records) {
      const places = new Map<DialogRecord, DayPlace>()
      for (const [day, group] of Map.groupBy(records, ({ at }) => dayOf(at))) {
        const lines = await inTenant('Writing the archive', { lock: `day ${day}` }, (query) => add(query, day, group))
        for (const record of group) {
          const { session, seq } = record
          const line = lines.get(keyOf(record)) ?? 0
          places.set(record, { file: `dialog/${day}.jsonl`, line, session, seq })
        }
      }
      return records.flatMap((record) => places.get(record) ?? [])
    },

    async read(day) {
      const rows = await readRows(inTenant, 'Reading the archive', READ, [day])
      return rows.map(({ body }) => JSON.parse(body as string) as DialogRecord)
    },

    async days() {
      const rows = await readRows(inTenant, 'Listing days', 'SELECT DISTINCT day FROM daypack.day_line')
      return rows.map(({ day }) => day as string).toSorted()
    },

    async scrub(change) {
      let changed = 0
      for (const day of await this.days()) {
        const work = (query: Query) => scrubDay(query, day, change)
        changed += await inTenant('Scrubbing the archive', { lock: `day ${day}` }, work)
      }
      return changed
    },
  }
}

const READ = 'SELECT line, body FROM daypack.day_line WHERE day = $1 ORDER BY line'

async function add(query: Query, day: string, records: readonly DialogRecord[]): Promise<Map<string, number>> {
  const keyed = new Map(records.map((record) => [keyOf(record), record]))
  const { rows } = await query(
    `SELECT encode(key, 'hex') AS key, line FROM daypack.day_line WHERE day = $1 AND key = ANY($2::bytea[])`,
    [day, [...keyed.keys()].map((key) => `\\x${key}`)],
  )
  const lines = new Map(rows.map(({ key, line }) => [key as string, line as number]))
  const fresh = [...keyed].filter(([key]) => !lines.has(key))
  if (fresh.length === 0) return lines
  const { rows: last } = await query('SELECT coalesce(max(line), 0) AS line FROM daypack.day_line WHERE day = $1', [
    day,
  ])
  const end = last[0]?.['line'] as number
  fresh.forEach(([key], index) => lines.set(key, end + 1 + index))
  await query(
    `INSERT INTO daypack.day_line (day, line, key, body)
     SELECT $1, $2::int + n, key, body FROM unnest($3::bytea[], $4::text[]) WITH ORDINALITY AS given(key, body, n)`,
    [day, end, fresh.map(([key]) => `\\x${key}`), fresh.map(([, record]) => JSON.stringify(record))],
  )
  return lines
}

async function scrubDay(query: Query, day: string, change: (record: DialogRecord) => DialogRecord): Promise<number> {
  let changed = 0
  for (const { line, body } of (await query(READ, [day])).rows) {
    const after = JSON.stringify(change(JSON.parse(body as string) as DialogRecord))
    if (after === body) continue
    await query('UPDATE daypack.day_line SET body = $3 WHERE day = $1 AND line = $2', [day, line, after])
    changed++
  }
  return changed
}

function keyOf({ session, seq, sha256 }: DialogRecord): string {
  return hash('sha256', JSON.stringify([session, seq, sha256]))
}
