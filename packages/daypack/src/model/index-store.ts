import type { Awaitable, Millis } from './json.ts'

/** What is searched apart from one another: own files, own statistics, own ranking. */
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
 * One consistent state of one scope. Unit numbers are below `size` and are the store's own; the units of a file have
 * consecutive numbers in file order, and `files[unit]` is the number of its file's first unit (-1: no longer there).
 */
export interface IndexReader {
  readonly size: number
  /** Live units, live files with units, sum of live lengths. */
  readonly units: number
  readonly fileCount: number
  readonly totalLength: number
  readonly files: Int32Array
  readonly lengths: Float64Array
  readonly days: Int32Array
  readonly flags: Uint8Array
  /** Live units only; undefined when there is none. */
  postings(term: string): Awaitable<Postings | undefined>
  /** Terms that begin so, some of which may stand in no live unit any more. */
  startingWith(prefix: string): Awaitable<readonly string[]>
  unit(unit: number): Awaitable<UnitText & { readonly path: string }>
  /** Hashes of the live units, by unit number; an empty string elsewhere. */
  hashes(): Awaitable<readonly string[]>
}

/** Vectors by space (model and dimensions) and text hash; unit length, eight bits a dimension. */
export interface VectorStore {
  get(space: string, hashes: readonly string[]): Awaitable<readonly (Int8Array | undefined)[]>
  put(space: string, entries: readonly { readonly hash: string; readonly vector: Int8Array }[]): Awaitable<void>
  /** Forget vectors of other spaces (of all without one), and those whose text no longer stands in the index. */
  prune(space?: string): Awaitable<void>
}

/** Embeddings of recent texts, whole, least recently used first to go. Keys hold model, dimensions and text hash. */
export interface EmbeddingCache {
  get(key: string): Awaitable<Float32Array | undefined>
  set(key: string, vector: Float32Array, maxEntries: number): Awaitable<void>
  /** Drop everything; part of forgetting. */
  clear(): Awaitable<void>
}

export type IndexState = { readonly state: 'ready' | 'stale' | 'empty'; readonly why?: string }

/**
 * Where the index lives. It is derived data: damage means starting empty and saying so. The store delivers postings and
 * units; all scoring is ours, so that every store ranks alike.
 */
export interface IndexStore {
  readonly name: string
  /**
   * Say how terms are made (tokenizer and ICU version). `empty`: everything must be indexed (again), and `why` says what
   * happened to the old index; `stale`: it was made another way, serves on, and should be rebuilt.
   */
  claim(analysis: string): Awaitable<IndexState>
  /** All or nothing; seen by the next `reader` when it resolves. */
  write(changes: readonly IndexChange[]): Awaitable<void>
  files(scope: Scope): Awaitable<ReadonlyMap<string, IndexedFile>>
  /** When the newest file of these scopes was indexed. */
  newest(scopes: readonly Scope[]): Awaitable<Millis | undefined>
  /** Rises whenever anybody changed the index. */
  version(): Awaitable<number>
  /** Cheap when nothing changed. Usable until the next `write`. */
  reader(scope: Scope): Awaitable<IndexReader>
  /** Write into a second index that nobody reads; `publish` swaps it in at once, as claimed; `discard` drops it. */
  next(): Awaitable<{
    write(changes: readonly IndexChange[]): Awaitable<void>
    publish(): Awaitable<void>
    discard(): Awaitable<void>
  }>
  readonly vectors: VectorStore
  readonly cache: EmbeddingCache
  /** Leave no byte of removed units behind: postings, vectors, cached embeddings, free pages. */
  scrub(): Awaitable<void>
  /** Bytes on disk (or an estimate of those in memory). */
  bytes(): Awaitable<number>
  close(): Awaitable<void>
}
