import type { EmbeddingCache, VectorRows } from '../../model/index-store.ts'
import type { Sql } from './schema.ts'

type Use = <T>(work: (sql: Sql) => T) => T
type DataRow = { data: Uint8Array } | undefined

export function sqliteVectors(use: Use, transaction: Use): VectorRows {
  return {
    get: (space, hashes) =>
      use((sql) =>
        hashes.map((hash) => {
          const row = sql('SELECT data FROM vector WHERE space = ? AND hash = ?').get(space, hash) as DataRow
          return row && new Int8Array(row.data.buffer, row.data.byteOffset, row.data.byteLength)
        }),
      ),
    put: (space, entries) =>
      transaction((sql) => {
        const insert = sql('INSERT OR REPLACE INTO vector VALUES (?, ?, ?)')
        for (const { hash, vector } of entries) insert.run(space, hash, bytesOf(vector))
      }),
    prune: (space) =>
      transaction((sql) => {
        sql('DELETE FROM vector WHERE space <> ?').run(space ?? '')
        sql('DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM unit)').run()
      }),
  }
}

export function sqliteCache(use: Use, transaction: Use): EmbeddingCache {
  const touch = (sql: Sql, key: string) =>
    sql('UPDATE cache SET used = (SELECT coalesce(max(used), 0) + 1 FROM cache) WHERE key = ?').run(key)
  return {
    get(key) {
      const row = use((sql) => sql('SELECT data FROM cache WHERE key = ?').get(key)) as DataRow
      if (row === undefined) return undefined
      transaction((sql) => touch(sql, key))
      return new Float32Array(row.data.buffer.slice(row.data.byteOffset, row.data.byteOffset + row.data.byteLength))
    },
    set: (key, vector, maxEntries) =>
      transaction((sql) => {
        sql('INSERT OR REPLACE INTO cache VALUES (?, ?, 0)').run(key, bytesOf(vector))
        touch(sql, key)
        sql('DELETE FROM cache WHERE key IN (SELECT key FROM cache ORDER BY used DESC LIMIT -1 OFFSET ?)').run(
          maxEntries,
        )
      }),
    clear: () => void transaction((sql) => sql('DELETE FROM cache').run()),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
