import { hash } from 'node:crypto'
import { checkSeqs, checkSession, type Entry, type LogStore, type SessionId } from 'daypack/internal'
import type { Query } from './connect.ts'
import { readRows, type InTenant } from './tenant.ts'

export function postgresLog(inTenant: InTenant, zone: string): LogStore {
  return {
    async read(session, after = 0) {
      const rows = await readRows(inTenant, 'Reading a log', READ, [idOf(session), after])
      const head = (rows[0]?.['head'] as number | undefined) ?? 0
      const entries = rows.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body as string) as Entry]))
      return { entries, head, damage: [] }
    },

    async append(session, entries, { expect }) {
      checkSeqs(checkSession(session), entries, expect)
      const id = idOf(session)
      const bodies = entries.map((entry) => JSON.stringify(entry))
      return inTenant('Appending to a log', { lock: `session ${id}` }, async (query, again) => {
        if (entries.length > 0) {
          const values = [id, expect, bodies]
          const { rowCount } =
            expect === 0
              ? await query(BEGIN, [...values, JSON.stringify(session), zone])
              : await query(CONTINUE, values)
          if (rowCount === entries.length) return { head: expect + entries.length }
        }
        const head = await headOf(query, id)
        if (head === expect && entries.length === 0) return { head }
        if (again && (await isOurs(query, id, expect, bodies))) return { head: expect + entries.length }
        return { conflict: head }
      })
    },

    async sessions() {
      const rows = await readRows(inTenant, 'Listing sessions', 'SELECT name FROM daypack.session')
      return rows.map(({ name }) => JSON.parse(name as string) as SessionId).toSorted()
    },

    async last(session) {
      const rows = await readRows(inTenant, 'Reading the end of a log', LAST, [idOf(session)])
      return rows[0] && (JSON.parse(rows[0]['body'] as string) as Entry).at
    },

    async remove(session) {
      const id = idOf(session)
      return inTenant('Removing a log', { lock: `session ${id}` }, async (query) => {
        await query('DELETE FROM daypack.entry WHERE session = $1', [id])
        return (await query('DELETE FROM daypack.session WHERE id = $1', [id])).rowCount === 1
      })
    },

    async scrub(session, change) {
      const id = idOf(session)
      return inTenant('Scrubbing a log', { lock: `session ${id}` }, async (query) => {
        const { rows } = await query('SELECT seq, body FROM daypack.entry WHERE session = $1 ORDER BY seq', [id])
        let changed = 0
        for (const { seq, body } of rows) {
          const after = JSON.stringify(change(JSON.parse(body as string) as Entry))
          if (after === body) continue
          await query('UPDATE daypack.entry SET body = $3 WHERE session = $1 AND seq = $2', [id, seq, after])
          changed++
        }
        return changed
      })
    },
  }
}

const READ = `SELECT s.head, e.body FROM daypack.session s
  LEFT JOIN daypack.entry e ON e.tenant = s.tenant AND e.session = s.id AND e.seq > $2
  WHERE s.id = $1 ORDER BY e.seq`

const LAST = 'SELECT body FROM daypack.entry WHERE session = $1 ORDER BY seq DESC LIMIT 1'

const ENTRIES = `INSERT INTO daypack.entry (session, seq, body)
  SELECT moved.id, $2::int + n, body FROM moved, unnest($3::text[]) WITH ORDINALITY AS given(body, n)`

const CONTINUE = `WITH moved AS (
    UPDATE daypack.session SET head = head + cardinality($3::text[]), changed = now()
    WHERE id = $1 AND head = $2::int RETURNING id)
  ${ENTRIES}`

// A process may still serve a tenant that was deleted: it is made again, or the jobs would not know of it.
const BEGIN = `WITH entered AS (INSERT INTO daypack.tenant (zone) VALUES ($5) ON CONFLICT DO NOTHING), moved AS (
    INSERT INTO daypack.session (id, name, head) SELECT $1, $4, cardinality($3::text[])
    WHERE NOT EXISTS (SELECT FROM daypack.session WHERE id = $1) RETURNING id)
  ${ENTRIES}`

async function headOf(query: Query, id: string): Promise<number> {
  const { rows } = await query('SELECT head FROM daypack.session WHERE id = $1', [id])
  return (rows[0]?.['head'] as number | undefined) ?? 0
}

/** The connection was lost while we committed: did what we wrote land after all? */
async function isOurs(query: Query, id: string, expect: number, bodies: readonly string[]): Promise<boolean> {
  const { rows } = await query(
    'SELECT body FROM daypack.entry WHERE session = $1 AND seq > $2 AND seq <= $3 ORDER BY seq',
    [id, expect, expect + bodies.length],
  )
  return rows.length === bodies.length && rows.every(({ body }, index) => body === bodies[index])
}

/** Names may be longer than an index allows, and hold characters no text column takes: rows know them by a hash. */
function idOf(session: SessionId): string {
  return hash('sha256', checkSession(session)).slice(0, 32)
}
