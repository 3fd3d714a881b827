import type { IndexChange, IndexedFile, IndexReader, EmbeddedIndex } from '../../model/index-store.ts'
import type { IndexUnit, Postings, Scope, VectorRows } from '../../model/index-store.ts'

type Shelf = { files: Map<string, { info: IndexedFile; units: readonly IndexUnit[] }>; reader?: IndexReader }
type Shelves = Record<Scope, Shelf>

/**
 * The index in memory: the plainest form of the contract, and the measure for other stores. A reader is made anew after
 * a write, so it suits workspaces of some thousand units; nothing survives the process.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { memoryIndexStore } from 'daypack/memory'
 *
 * const pack = await createDaypack({ driver: memoryDriver(), memory: { backend: memoryIndexStore() } })
 * await pack.close()
 */
export function memoryIndexStore(): EmbeddedIndex {
  let shelves = emptyShelves()
  const store: EmbeddedIndex = {
    name: 'memory',
    claim: () => (Object.values(shelves).some(({ files }) => files.size > 0) ? { state: 'ready' } : { state: 'empty' }),
    write(changes) {
      apply(shelves, changes)
    },
    files: (scope) => new Map([...shelves[scope].files].map(([path, file]) => [path, file.info])),
    reader: (scope) => (shelves[scope].reader ??= makeReader([...shelves[scope].files.values()])),
    next() {
      const fresh = emptyShelves()
      return {
        write: (changes) => apply(fresh, changes),
        publish() {
          shelves = fresh
        },
        discard() {},
      }
    },
    vectors: memoryVectors(() => new Set(Object.values(shelves).flatMap((shelf) => hashesOf(shelf)))),
    scrub() {},
    bytes: () => Object.values(shelves).reduce((sum, shelf) => sum + estimate(shelf), 0),
    close() {},
  }
  return store
}

function emptyShelves(): Shelves {
  return { notes: { files: new Map() }, dialog: { files: new Map() }, results: { files: new Map() } }
}

function apply(shelves: Shelves, changes: readonly IndexChange[]): void {
  for (const change of changes) {
    const shelf = shelves[change.scope]
    delete shelf.reader
    shelf.files.delete(change.path)
    if ('removed' in change) continue
    const { path, hash, modified, indexedAt, units } = change
    shelf.files.set(path, { info: { path, hash, modified, indexedAt, units: units.length }, units })
  }
}

function makeReader(files: readonly { info: IndexedFile; units: readonly IndexUnit[] }[]): IndexReader {
  const units = files.flatMap((file) => file.units)
  const paths = files.flatMap((file) => file.units.map(() => file.info.path))
  const starts = files.flatMap((file) => file.units.map((_, index) => index))
  const lists = new Map<string, { units: number[]; freqs: number[] }>()
  for (const [number, unit] of units.entries()) {
    for (const [term, freq] of unit.terms) {
      let list = lists.get(term)
      if (list === undefined) lists.set(term, (list = { units: [], freqs: [] }))
      list.units.push(number)
      list.freqs.push(freq)
    }
  }
  const postings = new Map<string, Postings>()
  const postingsOf = (term: string): Postings | undefined => {
    const list = lists.get(term)
    if (list === undefined) return undefined
    let made = postings.get(term)
    if (made === undefined)
      postings.set(term, (made = { units: Int32Array.from(list.units), freqs: Float64Array.from(list.freqs) }))
    return made
  }
  return {
    size: units.length,
    units: units.length,
    fileCount: files.filter((file) => file.units.length > 0).length,
    totalLength: units.reduce((sum, unit) => sum + unit.length, 0),
    newest: files.reduce((latest: number | undefined, { info }) => Math.max(latest ?? 0, info.indexedAt), undefined),
    files: Int32Array.from(starts, (start, number) => number - start),
    lengths: Float64Array.from(units, (unit) => unit.length),
    days: Int32Array.from(units, (unit) => unit.day),
    flags: Uint8Array.from(units, (unit) => unit.flags),
    postings: (terms) => terms.map(postingsOf),
    startingWith: (prefix) => [...lists.keys()].filter((term) => term.startsWith(prefix)),
    texts: (numbers) =>
      numbers.map((number) => {
        const { startLine, endLine, text, heading, speaker, continues } = units[number] as IndexUnit
        return {
          path: paths[number] as string,
          startLine,
          endLine,
          text,
          heading,
          ...(speaker !== undefined && { speaker }),
          ...(continues && { continues }),
        }
      }),
    hashes: () => units.map((unit) => unit.hash),
  }
}

function hashesOf(shelf: Shelf): string[] {
  return [...shelf.files.values()].flatMap((file) => file.units.map((unit) => unit.hash))
}

function estimate(shelf: Shelf): number {
  let bytes = 0
  for (const file of shelf.files.values())
    for (const unit of file.units) bytes += unit.text.length * 2 + unit.terms.size * 16
  return bytes
}

function memoryVectors(live: () => ReadonlySet<string>): VectorRows {
  const spaces = new Map<string, Map<string, Int8Array>>()
  return {
    get: (space, hashes) => hashes.map((hash) => spaces.get(space)?.get(hash)),
    put(space, entries) {
      let known = spaces.get(space)
      if (known === undefined) spaces.set(space, (known = new Map()))
      for (const { hash, vector } of entries) known.set(hash, vector)
    },
    prune(space) {
      const hashes = live()
      for (const [name, known] of spaces) {
        if (name !== space) spaces.delete(name)
        for (const hash of known.keys()) if (!hashes.has(hash)) known.delete(hash)
      }
    },
  }
}
