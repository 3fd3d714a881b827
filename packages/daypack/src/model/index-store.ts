import type { Awaitable, Millis } from './json.ts'

/** Scopes are searched separately: each has its own files, statistics and ranking. */
export type Scope = 'notes' | 'dialog' | 'results'

/** An indexed piece of a file. Lines are counted from 1, `endLine` included. */
export type UnitText = {
  readonly startLine: number
  readonly endLine: number
  readonly text: string
  /** Headings above it, outermost first, joined by ` > `. */
  readonly heading: string
  /** Who says it, in a dialogue. */
  readonly speaker?: string
  /** Goes on with the paragraph of the unit before it. */
  readonly continues?: true
}

/** A unit as the store keeps it: text, figures for the scorer, and weighted term frequencies. */
export type IndexUnit = UnitText & {
  /** Hash of the text that is embedded: how a vector is found again. */
  readonly hash: string
  /** Tokens that count for length normalisation. */
  readonly length: number
  /** Days since 1970-01-01 of what it tells about; 0 when unknown. */
  readonly day: number
  /** Bit set made by the analyser; stores carry it unread. */
  readonly flags: number
  /** Frequencies are multiples of 1/20 and below 204.8, so that every store can hold them exactly in 12 bits. */
  readonly terms: ReadonlyMap<string, number>
}

export type IndexedFile = {
  readonly path: string
  /** The caller's hash of the file it was made from. */
  readonly hash: string
  readonly modified: Millis
  readonly indexedAt: Millis
  readonly units: number
}

export type IndexChange =
  | {
      readonly scope: Scope
      readonly path: string
      readonly hash: string
      readonly modified: Millis
      readonly indexedAt: Millis
      readonly units: readonly IndexUnit[]
    }
  | { readonly scope: Scope; readonly path: string; readonly removed: true }

/** Units holding a term, by rising unit number, with their frequencies. */
export type Postings = { readonly units: Int32Array; readonly freqs: Float64Array }

/**
 * One consistent state of one scope. Unit numbers are below `size` and are the reader's own; the units of a file have rising
 * numbers in file order, and `files[unit]` is the number of its file's first unit (-1: nothing there). Units with consecutive numbers are adjacent in their file.
 */
export interface IndexReader {
  readonly size: number
  /** Live units, live files with units, sum of live lengths. */
  readonly units: number
  readonly fileCount: number
  readonly totalLength: number
  /** When its newest file was indexed. */
  readonly newest: Millis | undefined
  readonly files: Int32Array
  readonly lengths: Float64Array
  readonly days: Int32Array
  readonly flags: Uint8Array
  /** One answer for each term, of live units only; undefined when there is none. */
  postings(terms: readonly string[]): Awaitable<readonly (Postings | undefined)[]>
  /** Terms of the whole scope with this prefix; some may no longer occur in any live unit. */
  startingWith(prefix: string): Awaitable<readonly string[]>
  texts(units: readonly number[]): Awaitable<readonly (UnitText & { readonly path: string })[]>
  /** Hashes of the live units, by unit number; an empty string elsewhere. */
  hashes(): Awaitable<readonly string[]>
}

interface Vectors {
  put(space: string, entries: readonly { readonly hash: string; readonly vector: Int8Array }[]): Awaitable<void>
  /** Forget vectors of other spaces (of all when no space is given), and those whose text has left the index. */
  prune(space?: string): Awaitable<void>
}
export interface VectorRows extends Vectors {
  get(space: string, hashes: readonly string[]): Awaitable<readonly (Int8Array | undefined)[]>
}
export interface VectorSearch extends Vectors {
  /** Texts of live units, best first. `vector` has unit length. */
  nearest(scope: Scope, space: string, vector: Float32Array, k: number): Awaitable<NearestUnits>
  /** Live units of any scope whose text has no vector yet, one of each text, `most` at most. */
  missing(space: string, most: number): Awaitable<readonly (UnitText & { readonly hash: string })[]>
  covered(scope: Scope, space: string): Awaitable<{ readonly units: number; readonly of: number }>
}
export type VectorStore = VectorRows | VectorSearch

export type NearestUnits = {
  readonly hits: readonly { readonly hash: string; readonly cosine: number }[]
  /** Of the cosines of all vectors of the scope, or of a fixed sample of a few hundred. */
  readonly mean: number
  readonly deviation: number
}

export type IndexState = { readonly state: 'ready' | 'stale' | 'empty'; readonly why?: string }

/** Files and units in, facts about them out. Derived data: damage means starting empty and saying so. */
export interface IndexStore {
  readonly name: string
  /** `analysis`: tokenizer and ICU version. `empty`: index everything; `stale`: serves on, should be rebuilt. */
  claim(analysis: string): Awaitable<IndexState>
  /** All or nothing; seen by the next search when it resolves. */
  write(changes: readonly IndexChange[]): Awaitable<void>
  files(scope: Scope): Awaitable<ReadonlyMap<string, IndexedFile>>
  /** All units of a scope. Cheap when nothing changed. Usable until the next `write`. */
  reader(scope: Scope): Awaitable<IndexReader>
  /** Write into a second, unread index; `publish` swaps it in at once, as claimed; `discard` drops it. */
  next(): Awaitable<{
    write(changes: readonly IndexChange[]): Awaitable<void>
    publish(): Awaitable<void>
    discard(): Awaitable<void>
  }>
  readonly vectors: VectorStore
  /** Leave no byte of removed units behind: postings, vectors, free pages. */
  scrub(): Awaitable<void>
  /** Bytes on disk (or an estimate of those in memory). */
  bytes(): Awaitable<number>
  close(): Awaitable<void>
}

export type EmbeddedIndex = IndexStore & { readonly vectors: VectorRows }
