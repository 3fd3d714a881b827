import type { IndexChange } from '../../model/index-store.ts'
import { chunkWriter, compactChunks, figuresOf } from './chunks.ts'
import type { Sql } from './schema.ts'

/** Below this share of live units a chunk is rewritten. */
const LEAST_LIVE = 0.5

export function applyChanges(sql: Sql, gen: number, changes: readonly IndexChange[]): void {
  for (const [scope, own] of Map.groupBy(changes, (change) => change.scope)) {
    for (const { path } of own) dropFile(sql, gen, scope, path)
    const chunks = chunkWriter(sql, { gen, scope })
    for (const change of new Map(own.map((each) => [each.path, each])).values()) {
      if ('removed' in change) continue
      const { path, hash, units } = change
      const { chunk, first } = chunks.add(units)
      const [modified, indexed] = [Math.round(change.modified), Math.round(change.indexedAt)]
      const { lastInsertRowid: id } = sql('INSERT INTO file VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        ...[gen, scope, path, hash, modified, indexed, units.length, chunk, first],
        figuresOf(units),
      )
      for (const [ord, { startLine, endLine, text, heading, speaker = null, continues, hash }] of units.entries())
        sql('INSERT INTO unit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
          ...[id, ord, startLine, endLine, text, heading, speaker, continues ? 1 : 0, hash],
        )
    }
    chunks.end()
    compactChunks(sql, { gen, scope }, LEAST_LIVE)
  }
}

function dropFile(sql: Sql, gen: number, scope: string, path: string): void {
  const found = sql('DELETE FROM file WHERE gen = ? AND scope = ? AND path = ? RETURNING id, chunk, units')
  for (const { id, chunk, units } of found.all(gen, scope, path) as { id: number; chunk: number; units: number }[]) {
    sql('DELETE FROM unit WHERE file = ?').run(id)
    sql('UPDATE chunk SET live = live - ? WHERE id = ?').run(units, chunk)
  }
}

export function dropGenerations(sql: Sql, which: string, gen: number): void {
  sql(`DELETE FROM unit WHERE file IN (SELECT id FROM file WHERE ${which})`).run(gen)
  sql(`DELETE FROM posting WHERE chunk IN (SELECT id FROM chunk WHERE ${which})`).run(gen)
  for (const table of ['file', 'chunk']) sql(`DELETE FROM ${table} WHERE ${which}`).run(gen)
}

export function generation(sql: Sql): number {
  return Number(meta(sql, 'gen') ?? 1)
}

export function meta(sql: Sql, key: string): string | undefined {
  return (sql('SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined)?.value
}

export function setMeta(sql: Sql, key: string, value: string): void {
  sql('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value)
}
