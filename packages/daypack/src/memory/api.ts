import type { Driver, SessionId } from '../model/driver.ts'
import type { Seq } from '../model/edit.ts'
import type { Entry } from '../model/entry.ts'
import type { IndexStore } from '../model/index-store.ts'
import type { Json, Millis, Tokens } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import type { PromptLanguage } from '../model/summarize.ts'
import type { Count, Summarize } from '../passes/pass.ts'
import type { CallCaps } from '../model/call-caps.ts'
import type { Consolidated } from './consolidate/consolidate.ts'
import type { NoteChange } from './notes/history.ts'
import type { MemoryLines } from './notes/line-edits.ts'
import type { ForgetRequest, PageLine } from './notes/lines.ts'
import type { Origin } from './notes/read.ts'
import type { Update } from './notes/update.ts'
import type { Recall, RecallOptions } from './recall/recall.ts'
import type { Reason } from './recall/why.ts'
import type { Answer, Embed, Hit, SearcherOptions, SearcherStatus, SearchOptions } from './index/search-api.ts'
import type { MemoryTool } from './tools/tool.ts'
import type { ToolMemory } from './tools/tools.ts'
import type { ForgetOptions, Forgotten } from './trust/forget.ts'
import type { ForgetWhat } from './trust/match.ts'
import type { FindSecrets } from '../secrets/redact.ts'
import type { FlushAgent } from './write/agent.ts'
import type { NoteFiles } from './write/files.ts'
import type { Flushed } from './write/flush.ts'

export type MemoryInit = {
  /** Needs `notes`; `log` makes jobs, cursors and tombstones durable, `days` and `blobs` are searched as archive. */
  readonly driver: Driver
  /** Where the index lives; default: the driver's, else in memory, built anew at every start. */
  readonly index?: IndexStore
  /** An embedding endpoint for the vector leg. */
  readonly embed?: Embed
  readonly search?: SearcherOptions
  /** How `memory_search` answers the model: our object, or the bare list of CoPaw. */
  readonly output?: 'list'
  /** The language of the prompts; default English. */
  readonly language?: PromptLanguage
  /** A flush that finds nothing to keep writes down what was asked: the day's log tells of every conversation then. */
  readonly requests?: boolean
  readonly now: () => Millis
  /** The workspace's folder: watched for edits by others, and searched to prove that something is forgotten. */
  readonly dir?: string
  /** Where MEMORY.md and memory/ are, when not there. */
  readonly notesDir?: string
  /** Default: the driver's, else that of this machine. */
  readonly zone?: string
  /**
   * The model that writes the notes. Default: the pack's, else the one a host talks to anyway; `false`: our own rules alone.
   */
  readonly summarize?: Summarize | false
  /** An agent with a tool loop of its own for flushing, in place of the model; its calls are not counted in `caps`. */
  readonly flushAgent?: FlushAgent
  /** How often, and for how much, that model may be called. */
  readonly caps?: CallCaps
  readonly count?: Count
  /** Finders of secrets in addition to our own rules, such as `findPersonalData`. */
  readonly findSecrets?: readonly FindSecrets[]
  /** Look for notes changed by others every two seconds. Default true where there is a folder. */
  readonly watch?: boolean
  /** What is said in sessions that are followed goes to the day's log by itself. Default true. */
  readonly flush?: boolean
  /** Sessions begin with what is known of the user (`memory.brief`). Default true. */
  readonly brief?: boolean
  /** A followed session is noted after this many quiet minutes; default 10. */
  readonly idleMinutes?: number
  /** Consolidate at midnight, or at the times of a cron pattern, and catch up at the start; default true. */
  readonly schedule?: boolean | string
  readonly onEvent?: (event: MemoryEvent) => void
}

export type MemoryEvent =
  | { readonly type: 'indexing'; readonly done: number; readonly of: number; readonly path: string }
  | { readonly type: 'indexed'; readonly paths: readonly string[] }
  | { readonly type: 'flushed'; readonly result: Flushed }
  | { readonly type: 'consolidated'; readonly result: Consolidated }
  | { readonly type: 'failed'; readonly what: string; readonly why: string }

export type MemoryStatus = {
  readonly index: SearcherStatus
  readonly watching: boolean
  /** When every note was last compared with the index. */
  readonly reconciledAt: Millis
  readonly pendingIndexing: number
  readonly pendingFlushes: number
  readonly nextConsolidation: Millis | undefined
  readonly tombstones: number
  /** Lines of a model that no message or log line bore out, and that were therefore not written. */
  readonly refused: number
  /** Lines of a model that said more than the user, or something else: the user's own sentence was written instead. */
  readonly quoted: number
  /** Lines of day logs that were not merged into MEMORY.md, each with the reason; the newest last. */
  readonly left: readonly { readonly line: string; readonly why: string }[]
  /** Own calls to a model since the start, and their tokens. */
  readonly calls: { readonly count: number; readonly tokens: Tokens }
  /** What the user asked to forget in a talk, until they confirm it with `forget`. */
  readonly asked: readonly PageLine[]
  /** What went wrong in the background since the start, newest last; failures of the embedding endpoint, too. */
  readonly failures: readonly string[]
}

export type Memory = NoteFiles & {
  /** The index equals the notes, edits made while we were off included. */
  ready(): Promise<void>
  /** Every unit has its vector when it resolves; rejects with what the embedding endpoint said. Without one: nothing to do. */
  embed(): Promise<void>
  search(query: string, options?: SearchOptions): Promise<Answer>
  /** Out of notes, kept versions, index and caches; with `everywhere` out of archive and logs too. Searches the disk for it. */
  forget(what: ForgetWhat, options?: ForgetOptions): Promise<Forgotten>
  /**
   * What a message asks to forget ("forget my locker code"), and the lines that are meant; undefined where it asks for nothing
   * that is noted, or says more than that. Once the user confirms it: `forget({ wish }, { everywhere: true })`.
   */
  forgetRequest(said: string): Promise<ForgetRequest | undefined>
  /** Takes forgotten statements out of a copy for the archive. */
  eraser(): Promise<(value: Json) => Json>
  /** Every line with these words, who says so, and the sentences of the messages it rests on. */
  why(words: string): Promise<Reason[]>
  /** What memory holds, line by line: list, get, change, end, history. */
  readonly lines: MemoryLines
  /** The model a session talks to: its notes, and no other's, are written with it where memory was given none. */
  offerModel(session: SessionId, model: Summarize): void
  log(options?: { path?: string; limit?: number }): Promise<NoteChange[]>
  diff(id: string): Promise<string>
  revert(id: string): Promise<Update>
  /**
   * Something was said in this session: it is noted by itself once the session has been quiet for `idleMinutes`, before the
   * nightly merge and on `close`. What a killed process leaves is noted by the next one. Returns at once, never throws.
   */
  follow(session: SessionId): void
  /**
   * Note a session now: a durable job for everything up to `to` is made, and the work runs in the background. `entries`
   * serves drivers without a log.
   */
  flush(session: SessionId, to: Seq, entries?: readonly Entry[]): Promise<void>
  /** Wait for background flushes. */
  drain(): Promise<readonly Flushed[]>
  consolidate(): Promise<Consolidated>
  /**
   * What a session should know from its first message on: who the user is, standing preferences, what is due; at most 800
   * tokens, the same bytes as long as the notes stay the same.
   */
  brief(options?: { readonly maxTokens?: Tokens }): Promise<Message | undefined>
  recall(said: string, entries?: readonly Entry[], options?: RecallOptions): Promise<Recall>
  /** Who said what a hit shows, and on which days. */
  origin(hit: Hit): Promise<Origin>
  /** Tools for a model; `over`: what they read and write instead, such as a memory of several scopes. */
  tools(over?: ToolMemory): MemoryTool[]
  reindex(): Promise<{ files: number; units: number }>
  status(): Promise<MemoryStatus>
  close(): Promise<void>
}
