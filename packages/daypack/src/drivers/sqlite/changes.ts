import type { DatabaseSync } from 'node:sqlite'
import type { IndexChange, Scope } from '../../model/index-store.ts'
import { dropSegment, writeSegment, type Segment } from './segments.ts'
import { prepareOnce } from './statements.ts'
import { textColumns } from './units.ts'

type Written = { scope: Scope; removed: number[]; added: number[]; segment: Segment | undefined }

export function applyChanges(db: DatabaseSync, gen: number, changes: readonly IndexChange[]): Written[] {
  const find = prepareOnce(db, 'SELECT id FROM file WHERE gen = ? AND scope = ? AND path = ?')
  const dropFile = prepareOnce(db, 'DELETE FROM file WHERE id = ?')
  const dropUnits = prepareOnce(db, 'DELETE FROM unit WHERE file = ?')
  const addFile = prepareOnce(
    db,
    'INSERT INTO file (gen, scope, path, hash, modified, indexed, units) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const addUnit = prepareOnce(db, 'INSERT INTO unit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const result: Written[] = []
  for (const [scope, own] of Map.groupBy(changes, (change) => change.scope)) {
    const removed: number[] = []
    const files = new Map<string, { id: number; units: Extract<IndexChange, { units: unknown }>['units'] }>()
    for (const change of own) {
      const old = find.get(gen, scope, change.path) as { id: number } | undefined
      if (old !== undefined) {
        dropFile.run(old.id)
        dropUnits.run(old.id)
        removed.push(old.id)
      }
      files.delete(change.path)
      if ('removed' in change) continue
      const { path, hash, modified, indexedAt, units } = change
      const id = Number(
        addFile.run(gen, scope, path, hash, Math.round(modified), Math.round(indexedAt), units.length).lastInsertRowid,
      )
      for (const [ord, unit] of units.entries()) {
        addUnit.run(id, ord, ...textColumns(unit), unit.hash)
      }
      files.set(path, { id, units })
    }
    const kept = [...files.values()]
    result.push({ scope, removed, added: kept.map(({ id }) => id), segment: writeSegment(db, { gen, scope }, kept) })
  }
  return result
}

export function liveUnits(segment: Segment, live: ReadonlySet<number>): number {
  const { files } = segment
  let count = 0
  let isLive = false
  for (let local = 0; local < files.length; local++) {
    if (local === 0 || files[local] !== files[local - 1]) isLive = live.has(files[local] as number)
    if (isLive) count++
  }
  return count
}

export function dropGenerations(db: DatabaseSync, which: string, gen: number): void {
  db.prepare(`DELETE FROM unit WHERE file IN (SELECT id FROM file WHERE ${which})`).run(gen)
  db.prepare(`DELETE FROM file WHERE ${which}`).run(gen)
  for (const { id } of db.prepare(`SELECT id FROM segment WHERE ${which}`).all(gen) as { id: number }[])
    dropSegment(db, id)
}

export function generation(db: DatabaseSync): number {
  return Number(meta(db, 'gen') ?? 1)
}

export function meta(db: DatabaseSync, key: string): string | undefined {
  return (prepareOnce(db, 'SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined)?.value
}

export function setMeta(db: DatabaseSync, key: string, value: string): void {
  prepareOnce(db, 'INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value)
}
