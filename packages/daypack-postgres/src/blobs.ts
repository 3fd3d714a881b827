import { hash } from 'node:crypto'
import {
  type BlobInfo,
  type BlobStore,
  clampRange,
  DaypackError,
  gather,
  type Gone,
  isRef,
  measure,
  type Millis,
  type Ref,
} from 'daypack/internal'
import type { Query } from './connect.ts'
import { prefixOf } from './delete-tenant.ts'
import type { ObjectStore } from './object-store.ts'
import { readRows, type InTenant } from './tenant.ts'

export type BlobOptions = {
  readonly now: () => Millis
  /** Where blobs above `inlineMaxBytes` go; without one all are kept in the database. */
  readonly objects?: ObjectStore | undefined
  readonly inlineMaxBytes: number
}

/** Bytes in a row, or in an object store with a row that says so. What retention takes leaves its row behind. */
export function postgresBlobs(inTenant: InTenant, tenant: string, options: BlobOptions): BlobStore {
  const { now, objects, inlineMaxBytes } = options
  const locked = (ref: Ref) => ({ lock: `blob ${ref}` })
  const objectsOf = (): ObjectStore => {
    if (objects) return objects
    throw new DaypackError('bad-config', 'This blob is in an object store; open the driver with `objects`.')
  }

  return {
    async put(data) {
      const bytes = await gather(data)
      const info = { ...measure(bytes), at: now() }
      const apart = objects !== undefined && bytes.length > inlineMaxBytes
      const object = apart ? `${prefixOf(tenant)}${info.ref}` : null
      await inTenant('Storing a blob', locked(info.ref), async (query) => {
        // The bytes first: a row never promises what is not there.
        if (object !== null) await objectsOf().put(object, bytes)
        await query(PUT, [info.ref, info.bytes, info.lines, info.at, apart ? null : bytes, object])
      })
      return info
    },

    async get(ref, range) {
      if (!isRef(ref)) return undefined
      const row = await inTenant('Reading a blob', {}, async (query) => {
        const found = await rowOf(query, ref)
        if (found === undefined || found.gone || found.dropped !== null || found.object !== null) return found
        const { from, to } = clampRange(range, found.bytes)
        const { rows } = await query('SELECT substring(data FROM $2 FOR $3) AS data FROM daypack.blob WHERE ref = $1', [
          ref,
          from + 1,
          to - from,
        ])
        return { ...found, data: rows[0]?.['data'] as Uint8Array }
      })
      if (row === undefined) return undefined
      if (row.gone || row.dropped !== null) return goneOf(row)
      const { from, to } = clampRange(range, row.bytes)
      const data = row.object === null ? row.data : await objectsOf().get(row.object, { from, to })
      if (data === undefined || (from === 0 && to === row.bytes && hash('sha256', data) !== ref)) throw damageError(ref)
      return data
    },

    async info(ref) {
      const row = isRef(ref) ? await inTenant('Reading a blob', {}, (query) => rowOf(query, ref)) : undefined
      if (row === undefined) return undefined
      return row.gone || row.dropped !== null ? goneOf(row) : infoOf(row)
    },

    async *list() {
      for (let after = ''; ;) {
        const rows = await readRows(inTenant, 'Listing blobs', LIST, [after])
        for (const row of rows as unknown as Row[]) yield infoOf(row)
        const last = rows.at(-1)
        if (last === undefined) return
        after = last['ref'] as string
      }
    },

    path: (ref) => `tool_result/${ref}.txt`,

    async mark(ref, at) {
      await inTenant('Marking a blob', {}, (query) => query(`UPDATE daypack.blob SET marked = $2 ${LIVE}`, [ref, at]))
    },
    async unmark(ref) {
      await inTenant('Marking a blob', {}, (query) => query(`UPDATE daypack.blob SET marked = NULL ${LIVE}`, [ref]))
    },
    async marked() {
      const rows = await readRows(inTenant, 'Reading marks', MARKED)
      return new Map(rows.map(({ ref, marked }) => [ref as Ref, marked as Millis]))
    },

    async drop(ref, why, at) {
      const drop = `UPDATE daypack.blob SET marked = NULL, dropped = $2, why = $3 ${LIVE} AND marked IS NOT NULL`
      return inTenant(
        'Dropping a blob',
        locked(ref),
        async (query) => (await query(drop, [ref, at, why])).rowCount === 1,
      )
    },

    async purge(before) {
      const rows = await readRows(inTenant, 'Emptying the trash', DROPPED, [before])
      let erased = 0
      for (const { ref } of rows) {
        erased += await inTenant('Emptying the trash', locked(ref as Ref), async (query) => {
          const row = await rowOf(query, ref as Ref)
          if (row === undefined || row.dropped === null || row.dropped >= before) return 0
          await destroy(query, row)
          return 1
        })
      }
      return erased
    },

    async bury({ hash: ref, bytes }, why, at) {
      const bury = `INSERT INTO daypack.blob (ref, bytes, lines, at, gone, why) VALUES ($1, $2, 0, $3, true, $4)
        ON CONFLICT DO NOTHING`
      await inTenant('Burying a blob', {}, (query) => query(bury, [ref, bytes, at, why]))
    },

    async erase(ref, why, at) {
      if (!isRef(ref)) return false
      return inTenant('Erasing a blob', locked(ref), async (query) => {
        const row = await rowOf(query, ref)
        if (row === undefined || row.gone) return false
        await destroy(query, row, `${new Date(at).toISOString()} ${why}`)
        return true
      })
    },
  }

  /** The object first: a crash in between leaves a row to erase again, never bytes without a row. */
  async function destroy(query: Query, { ref, object }: Row, why?: string): Promise<void> {
    if (object !== null) await objectsOf().remove(object)
    await query(
      `UPDATE daypack.blob SET data = NULL, object = NULL, marked = NULL, dropped = NULL, gone = true,
       why = coalesce($2, why) WHERE ref = $1`,
      [ref, why ?? null],
    )
  }
}

const LIVE = 'WHERE ref = $1 AND dropped IS NULL AND NOT gone'
const MARKED = 'SELECT ref, marked FROM daypack.blob WHERE marked IS NOT NULL'
const DROPPED = 'SELECT ref FROM daypack.blob WHERE dropped < $1'
const PUT = `INSERT INTO daypack.blob (ref, bytes, lines, at, data, object) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (tenant, ref) DO UPDATE SET at = excluded.at, data = excluded.data, object = excluded.object,
  marked = NULL, dropped = NULL, gone = false, why = NULL`
const COLUMNS = 'ref, bytes::float8 AS bytes, lines::float8 AS lines, at, object, dropped, gone'
const LIST = `SELECT ${COLUMNS} FROM daypack.blob WHERE ref > $1 AND dropped IS NULL AND NOT gone ORDER BY ref LIMIT 1000`

type Row = BlobInfo & { readonly object: string | null; readonly dropped: Millis | null; readonly gone: boolean }

async function rowOf(query: Query, ref: Ref): Promise<(Row & { data?: Uint8Array }) | undefined> {
  return (await query(`SELECT ${COLUMNS} FROM daypack.blob WHERE ref = $1`, [ref])).rows[0] as Row | undefined
}

function infoOf({ ref, bytes, lines, at }: BlobInfo): BlobInfo {
  return { ref, bytes, lines, at }
}

function goneOf({ ref, bytes }: BlobInfo): Gone {
  return { gone: true, bytes, hash: ref }
}

function damageError(ref: Ref): DaypackError {
  return new DaypackError('damaged', `The bytes of blob ${ref} are not those that were stored; restore a backup.`, {
    details: { ref },
  })
}
