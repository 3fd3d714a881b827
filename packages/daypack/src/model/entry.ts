import type { Seq, SizedEdit } from './edit.ts'
import type { Json, Millis, Size, Tokens } from './json.ts'
import type { Message } from './message.ts'

/** Where a message came from: the caller's own list, or added by us (and so unknown to a caller that resends its list). */
export type Origin = 'caller' | 'memory' | 'restored' | 'daypack'

/** The slot of the system prompt, before the first message. */
export const SYSTEM_SLOT = 0

export type BlockSize = Size & { readonly attachments?: readonly Size[] }

export type MessageEntry = {
  readonly kind: 'message'
  readonly message: Message
  /** Hash of what the message says, cache markers left out: how a resent list is matched. */
  readonly hash: string
  /** Size of each block in full, in block order; attachments are counted apart. */
  readonly sizes: readonly BlockSize[]
  readonly counter: string
  readonly origin?: Origin
  /** The caller changed this earlier message in place: the new one takes its slot. SYSTEM_SLOT: the system prompt. */
  readonly replaces?: Seq
}

export type EditsEntry = {
  readonly kind: 'edits'
  readonly by: string
  readonly why: string
  readonly edits: readonly SizedEdit[]
  readonly saved: Tokens
  /** Batches with the same number changed sent bytes together, as one epoch. Absent: nothing sent was touched. */
  readonly epoch?: number
}

export type UsageEntry = { readonly kind: 'usage'; readonly usage: Usage }

/** Names of the core: `rewind` { after }, `pin` and `unpin` { seq }, `epoch` { … }, `abandoned` { … }. */
export type MarkEntry = { readonly kind: 'mark'; readonly name: string; readonly data?: Json }

export type EntryBody = MessageEntry | EditsEntry | UsageEntry | MarkEntry
export type Entry = { readonly seq: Seq; readonly at: Millis } & EntryBody
export type Draft = EntryBody

/** What the provider billed for one request. Window use is input + cacheRead + cacheWrite. */
export type Billed = {
  /** Input tokens neither read from nor written to the cache. */
  readonly input: Tokens
  readonly cacheRead: Tokens
  readonly cacheWrite: Tokens
  readonly output: Tokens
  readonly model?: string
  /** The model the request named, where the reply names another: an alias, or a cloud's own name for it. */
  readonly asked?: string
}

/** A bill together with what it was for, so that later estimates can be anchored on it. */
export type Usage = Billed & {
  readonly head: Seq
  readonly counted: Size
}
