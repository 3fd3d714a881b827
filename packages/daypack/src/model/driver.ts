import type { Ref } from './message.ts'
import type { Seq } from './edit.ts'
import type { Entry } from './entry.ts'
import type { IndexStore } from './index-store.ts'
import type { Awaitable, Json, Millis } from './json.ts'

export type SessionId = string

/** A record that could not be read: reported once, never a reason to lose its neighbours. */
export type Damage = { readonly file: string; readonly offset: number; readonly bytes: number; readonly why: string }

export interface LogStore {
  /** Entries with seq > after, in order. An unknown session is empty. */
  read(session: SessionId, after?: Seq): Promise<{ entries: Entry[]; head: Seq; damage: Damage[] }>
  /** Resolves to the new head once durable, or to `{ conflict: head }`: then nothing was written. */
  append(session: SessionId, entries: readonly Entry[], options: { expect: Seq }): Promise<AppendResult>
  sessions(): Promise<SessionId[]>
  /** The time of a session's last entry, found without reading the others; undefined where that cannot be. */
  last?(session: SessionId): Promise<Millis | undefined>
  /** Delete a session's log; returns false when there is none. */
  remove(session: SessionId): Promise<boolean>
  /** Rewrites entries in place, atomically, leaving no copy; `change` keeps seq and time. Answers how many changed. */
  scrub(session: SessionId, change: (entry: Entry) => Entry): Promise<number>
  /** Compress logs not written to since `before`; they read as ever. Answers how many. */
  pack?(before: Millis): Promise<number>
}
export type AppendResult = { readonly head: Seq } | { readonly conflict: Seq }

export type BlobInfo = { readonly ref: Ref; readonly bytes: number; readonly lines: number; readonly at: Millis }
export type Gone = { readonly gone: true; readonly bytes: number; readonly hash: Ref }
export type BlobRange = { readonly from: number; readonly to: number }

export interface BlobStore {
  /** Store bytes under their hash; durable when it resolves. Storing the same bytes again renews `at`. */
  put(data: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobInfo>
  /** The bytes (or a byte range of them); `gone` when retention took it; undefined when it was never here. */
  get(ref: Ref, range?: BlobRange): Promise<Uint8Array | Gone | undefined>
  info(ref: Ref): Promise<BlobInfo | Gone | undefined>
  list(): AsyncIterable<BlobInfo>
  /** Where a person (or a read tool) finds the bytes: `tool_result/<ref>.txt`. */
  path(ref: Ref): string
  /** Retention's first step: mark. The blob still answers until it is dropped. */
  mark(ref: Ref, at: Millis): Promise<void>
  unmark(ref: Ref): Promise<void>
  marked(): Promise<ReadonlyMap<Ref, Millis>>
  /** To the trash, leaving size and hash. False when it is not marked (any more): storing it again unmarks it. */
  drop(ref: Ref, why: string, at: Millis): Promise<boolean>
  purge(before: Millis): Promise<number>
  /** Destroy it at once, marked or not, in the trash or not; it reads as `gone` from then on. False when it is not here. */
  erase(ref: Ref, why: string, at: Millis): Promise<boolean>
  /** For moving a workspace: say of a blob that was never here that it is gone. */
  bury?(gone: Gone, why: string, at: Millis): Promise<void>
}

export type DialogRecord = {
  readonly session: SessionId
  readonly seq: Seq
  readonly at: Millis
  readonly sha256: string
  readonly message: Json
}

/** Day files of raw dialog. Idempotent: a record with the same session, seq and hash is written once. */
export interface DayStore {
  append(records: readonly DialogRecord[]): Promise<readonly DayPlace[]>
  read(day: string): Promise<readonly DialogRecord[]>
  days(): Promise<string[]>
  /** Rewrite records in place, as `LogStore.scrub` does; each keeps its file, its line and what it is known by. */
  scrub(change: (record: DialogRecord) => DialogRecord): Promise<number>
}
export type DayPlace = { readonly file: string; readonly line: number; readonly session: SessionId; readonly seq: Seq }

export type Folders = { readonly dialog?: string; readonly toolResults?: string; readonly notes?: string }

/** Whole files below the workspace that people edit too: MEMORY.md, memory/**. */
export interface NoteStore {
  read(path: string): Promise<{ text: string; hash: string; modified: Millis } | undefined>
  /** Undefined `expect`: must not exist yet. Keeps the previous version, with `why` it was replaced. */
  write(
    path: string,
    text: string,
    options: { expect: string | undefined; why?: string },
  ): Promise<{ hash: string } | { conflict: string | undefined }>
  list(prefix?: string): Promise<string[]>
  /** Keeps the last version too. */
  remove(path: string, options: { expect: string; why?: string }): Promise<boolean>
  /** Kept versions of one file, or of all, newest first. */
  versions(path?: string): Promise<readonly NoteVersion[]>
  /** By id the replaced text, by its `next` hash the text written in its place, so that an undo spares later edits. */
  version(path: string, id: string): Promise<string | undefined>
  /** Rewrite every kept version through `change`, in place; undefined erases it. Leaves no copy of what was taken out. */
  scrubVersions(change: (text: string, path: string) => string | undefined): Promise<number>
  /** For moving a workspace: take over a note with its versions from another store, adding none. */
  adopt?(path: string, text: string | undefined, versions: readonly MovedVersion[]): Promise<void>
}
export type MovedVersion = NoteVersion & { readonly text: string; readonly written?: string }
/** The text until `at`. Absent `next`: removed then. Absent `hash`: created then. */
export type NoteVersion = {
  readonly path: string
  readonly id: string
  readonly at: Millis
  readonly hash?: string
  readonly next?: string
  readonly why?: string
}

/** The name is free again when its holder dies. Rejects with `locked` after a long wait. Not reentrant. */
export type Hold = <T>(name: string, work: () => Promise<T>) => Promise<T>

export type Unwritten = { readonly writes: number; readonly bytes: number; readonly why: string }

/** Where we store. Every part is optional: a driver may serve the index alone. */
export interface Driver {
  readonly name: string
  /** The folder people open: it holds the notes as plain, watched files, and may hold the index too. */
  readonly dir?: string
  /** The IANA zone whose calendar names the days; kept with the data. */
  readonly zone?: string
  readonly log?: LogStore
  readonly blobs?: BlobStore
  readonly days?: DayStore
  readonly notes?: NoteStore
  readonly index?: IndexStore
  readonly hold?: Hold
  /** A part of the same store for one user, project, agent or team (`user/ana`): all a driver has, apart from the rest. */
  scope?(name: string): Awaitable<Driver>
  /** What is held in memory until the store takes it again. */
  unwritten?(): Unwritten | undefined
  close?(): Awaitable<void>
}
