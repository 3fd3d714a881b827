import type { IndexedFile, IndexState, IndexStore, Scope, UnitText } from '../../model/index-store.ts'
import type { Awaitable, Millis, Tokens } from '../../model/json.ts'

export type { IndexedFile, Scope }

/** How a text is cut into units. `markdown` for notes, `text` for tool results; dialogue comes as units. */
export type TextKind = 'markdown' | 'text'

export type IndexMeta = {
  /** Default `notes`. */
  readonly scope?: Scope
  /** Hash of the file, to compare at the next start; default: sha256 of the text. */
  readonly hash?: string
  readonly modified?: Millis
  /** YYYY-MM-DD of the whole file; default: the date in its path, if any. */
  readonly date?: string
  /** Default by path: `.md` and `.markdown` are markdown. */
  readonly kind?: TextKind
  /** Units the caller has cut itself, such as the turns of a dialogue; then `text` is not cut. */
  readonly units?: readonly (UnitText & { readonly at?: Millis })[]
}

export type FileToIndex = { readonly path: string; readonly text: string; readonly meta?: IndexMeta }

export type SearchOptions = {
  /** Hits at most; default 5. */
  readonly limit?: number
  /** Default `notes`. Several scopes are ranked each by itself and then merged. */
  readonly scope?: Scope | readonly Scope[]
  /** Between 0 and 1; hits below are left out, and counted in `status.skipped`. Default 0. */
  readonly minScore?: number
  /** Tokens of text in all hits together; default 2,000. The best hit is always shown, cut if need be. */
  readonly maxTokens?: Tokens
  /** Grow hits by short neighbours and merge those that touch; default true. */
  readonly grow?: boolean
}

/** How strongly each leg spoke for a hit, each between 0 and 1. */
export type Legs = { readonly keyword?: number; readonly meaning?: number; readonly vector?: number }

export type Hit = {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  /** Between 0 and 1, comparable between queries; the best hit never falls below 0.2, see `status.abstains`. */
  readonly score: number
  readonly text: string
  readonly legs: Legs
  readonly scope: Scope
  readonly heading: string
  /** YYYY-MM-DD it tells about, when known. */
  readonly date?: string
  /** `path#L10-L24` */
  readonly citation: string
}

export type LegStatus = {
  readonly leg: 'keyword' | 'meaning' | 'vector'
  /** `ran`, or why it did not. */
  readonly state: 'ran' | 'off' | 'failed' | 'partial'
  readonly why?: string
  /** Vector leg: units that have a vector, of all. */
  readonly covered?: { readonly units: number; readonly of: number }
}

export type AnswerStatus = {
  readonly legs: readonly LegStatus[]
  /** Units and files searched, and when the newest of them was indexed. */
  readonly searched: { readonly units: number; readonly files: number; readonly newest?: Millis }
  /** Writes that are under way and not yet in this answer; 0 with read-your-writes. */
  readonly pending: number
  /** What was found and left out, by reason. */
  readonly skipped: { readonly belowMinScore: number; readonly overBudget: number }
  /** The best hit is weak: better say so than build on it. */
  readonly abstains: boolean
  /** How likely the best hit answers, between 0 and 1. */
  readonly confidence: number
  /** In one sentence: why there is nothing, or what to keep in mind. Empty when all is well. */
  readonly reason: string
  readonly tookMs: number
}

export type Answer = { readonly hits: readonly Hit[]; readonly status: AnswerStatus }

export type VectorStatus = {
  readonly state: 'off' | 'ready' | 'filling' | 'failing'
  readonly model?: string
  readonly dimensions?: number
  readonly covered: number
  readonly of: number
  readonly failures: number
  readonly lastError?: string
  readonly nextTry?: Millis
}

export type SearcherStatus = {
  readonly store: string
  /** `empty`: everything must be indexed (again), `stale`: should be rebuilt; see `why`. */
  readonly index: IndexState
  readonly scopes: Readonly<Record<Scope, { readonly files: number; readonly units: number; readonly newest?: Millis }>>
  readonly pending: number
  readonly rebuilding: boolean
  readonly vectors: VectorStatus
  readonly bytes: number
}

/** Texts to unit-length vectors, in order. Must reject on failure; never fills in zeros. */
export type Embed = {
  readonly model: string
  /** Texts it takes at a time; default 10. */
  readonly batch?: number
  readonly dimensions: number
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

export type SearcherInit = {
  readonly store: IndexStore
  readonly now: () => Millis
  readonly embed?: Embed
  /** Called when the index is found empty, also later when it was deleted or damaged; searches wait for it. */
  readonly refill?: (searcher: Searcher, state: IndexState) => Promise<void>
  readonly options?: SearcherOptions
}

export type SearcherOptions = {
  /** `daypack` (default), or `reme`: the hit-ratio formula of the seeds. */
  readonly ranking?: 'daypack' | 'reme'
  /** Related words: our tables and `aliases`; default true. */
  readonly meaning?: boolean
  /** Words of yours that stand for each other, a list for each meaning: `['the barn', 'warehouse 3']`. */
  readonly aliases?: readonly (readonly string[])[]
  /** Search by words; default true. `false` needs an embedder: vectors alone decide then. */
  readonly keyword?: boolean
  /** How much the vector leg counts; default 0.4, at 0.2 half as much. In `reme` its share of both; default 0.7. */
  readonly vectorWeight?: number
  /** Embeddings of recent texts kept besides the index's own vectors; default 2,000, 0 for none. */
  readonly embeddingCacheSize?: number
  /** The workspace's zone, for `yesterday` and the like; default UTC. */
  readonly timeZone?: string
}

/** One index with three scopes. What a call has written is found by the next search. */
export interface Searcher {
  /** Index a file anew: all its units at once or, on failure, none. */
  index(path: string, text: string, meta?: IndexMeta): Promise<{ units: number }>
  /** The same for many, in few transactions. */
  indexMany(files: Iterable<FileToIndex> | AsyncIterable<FileToIndex>): Promise<{ files: number; units: number }>
  /** One file, or many in one transaction. Resolves to whether any was there. */
  remove(path: string | readonly string[], scope?: Scope): Promise<boolean>
  /** Hashes of what is indexed, to reconcile with what is there. */
  files(scope?: Scope): Promise<ReadonlyMap<string, IndexedFile>>
  search(query: string, options?: SearchOptions): Promise<Answer>
  /** Build everything again beside the index in use, then swap. Files changed meanwhile keep their newer state. */
  rebuild(files: Iterable<FileToIndex> | AsyncIterable<FileToIndex>): Promise<{ files: number; units: number }>
  /** Fill in missing vectors now; resolves when none is missing or the endpoint rests. */
  backfill(signal?: AbortSignal): Promise<VectorStatus>
  /** Drop derived traces of texts no longer indexed: vectors and cached embeddings. */
  purge(): Promise<void>
  status(): Promise<SearcherStatus>
  close(): Awaitable<void>
}
