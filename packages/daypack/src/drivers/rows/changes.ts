import type { IndexChange } from '../../model/index-store.ts'
import { forEach, rowsOf, type Values, type Work } from './ask.ts'
import { chunkWriter, compactChunks, figuresOf, type Place } from './chunks.ts'
import { newIds } from './meta.ts'

/** A chunk is rewritten when not even one unit in so many is left of it. */
const LEAST_LIVE = 2

export function* applyChanges(gen: number, changes: readonly IndexChange[]): Work<void> {
  for (const [scope, own] of Map.groupBy(changes, (change) => change.scope)) {
    const place = { gen, scope }
    const last = new Map(own.map((each) => [each.path, each]))
    yield* dropFiles(place, [...last.keys()])
    let id = yield* newIds(last.size)
    const chunks = chunkWriter(place)
    const [files, texts]: [Values[], Values[]] = [[], []]
    for (const change of last.values()) {
      if ('removed' in change) continue
      const { path, hash, units } = change
      const { chunk, first } = yield* chunks.add(units)
      const [modified, indexed] = [Math.round(change.modified), Math.round(change.indexedAt)]
      files.push([id, gen, scope, path, hash, modified, indexed, units.length, chunk, first, figuresOf(units)])
      for (const [ord, { startLine, endLine, text, heading, speaker = null, continues, hash }] of units.entries())
        texts.push([id, ord, startLine, endLine, text, heading, speaker, continues ? 1 : 0, hash])
      id++
    }
    yield* forEach(FILE, files)
    yield* forEach(UNIT, texts)
    yield* chunks.end()
    yield* compactChunks(place, LEAST_LIVE)
  }
}

const FILE = `INSERT INTO file (id, gen, scope, path, hash, modified, indexed, units, chunk, first, figures)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const UNIT = `INSERT INTO unit (file, ord, first, last, text, heading, speaker, continues, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

type Dropped = { readonly id: number; readonly chunk: number; readonly units: number }

function* dropFiles({ gen, scope }: Place, paths: readonly string[]): Work<void> {
  const drop = 'DELETE FROM file WHERE gen = ? AND scope = ? AND path = ? RETURNING id, chunk, units'
  const asked = paths.map((path) => [gen, scope, path])
  const dropped = yield* forEach<Dropped>(drop, asked)
  const ids = dropped.map(({ id }) => [id])
  yield* forEach('DELETE FROM unit WHERE file = ?', ids)
  const counts = dropped.map(({ chunk, units }) => [units, chunk])
  yield* forEach('UPDATE chunk SET live = live - ? WHERE id = ?', counts)
}

/** `which`: a condition on the generation, such as `gen > ?`. */
export function* dropGenerations(which: string, gen: number): Work<void> {
  yield* rowsOf(`DELETE FROM unit WHERE file IN (SELECT id FROM file WHERE ${which})`, gen)
  yield* rowsOf(`DELETE FROM posting WHERE chunk IN (SELECT id FROM chunk WHERE ${which})`, gen)
  for (const table of ['file', 'chunk']) yield* rowsOf(`DELETE FROM ${table} WHERE ${which}`, gen)
}
