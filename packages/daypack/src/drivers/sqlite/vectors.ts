import type { DatabaseSync } from 'node:sqlite'
import type { EmbeddingCache, VectorRows } from '../../model/index-store.ts'

type WithDatabase = <T>(use: (db: DatabaseSync) => T) => T
type Transaction = <T>(use: (db: DatabaseSync) => T) => T

export function sqliteVectors(use: WithDatabase, transaction: Transaction): VectorRows {
  return {
    get: (space, hashes) =>
      use((db) => {
        const find = db.prepare('SELECT data FROM vector WHERE space = ? AND hash = ?')
        return hashes.map((hash) => {
          const row = find.get(space, hash) as { data: Uint8Array } | undefined
          return row && new Int8Array(row.data.buffer, row.data.byteOffset, row.data.byteLength)
        })
      }),
    put: (space, entries) =>
      transaction((db) => {
        const insert = db.prepare('INSERT OR REPLACE INTO vector VALUES (?, ?, ?)')
        for (const { hash, vector } of entries)
          insert.run(space, hash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      }),
    prune: (space) =>
      transaction((db) => {
        db.prepare('DELETE FROM vector WHERE space <> ?').run(space ?? '')
        db.exec('DELETE FROM vector WHERE hash NOT IN (SELECT hash FROM unit)')
      }),
  }
}

export function sqliteCache(use: WithDatabase, transaction: Transaction): EmbeddingCache {
  const touch = (db: DatabaseSync, key: string): void => {
    db.prepare('UPDATE cache SET used = (SELECT coalesce(max(used), 0) + 1 FROM cache) WHERE key = ?').run(key)
  }
  return {
    get(key) {
      const row = use((db) => db.prepare('SELECT data FROM cache WHERE key = ?').get(key)) as
        | { data: Uint8Array }
        | undefined
      if (row === undefined) return undefined
      transaction((db) => touch(db, key))
      return new Float32Array(row.data.buffer.slice(row.data.byteOffset, row.data.byteOffset + row.data.byteLength))
    },
    set: (key, vector, maxEntries) =>
      transaction((db) => {
        db.prepare('INSERT OR REPLACE INTO cache VALUES (?, ?, 0)').run(
          key,
          new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
        )
        touch(db, key)
        db.prepare('DELETE FROM cache WHERE key IN (SELECT key FROM cache ORDER BY used DESC LIMIT -1 OFFSET ?)').run(
          maxEntries,
        )
      }),
    clear: () => transaction((db) => db.exec('DELETE FROM cache')),
  }
}
