import type { Block, Message } from '../model/message.ts'
import type { BlockId, Crop, Seq, SizedEdit, Summary } from '../model/edit.ts'
import type { BlockSize, Origin, Usage } from '../model/entry.ts'
import type { Json, Millis, Size, Tokens } from '../model/json.ts'

/** What the model is shown, as structure. Made by `project`; never changed in place. */
export type View = {
  readonly head: Seq
  readonly system?: ShownMessage
  /** Messages and folds in order; `seq` (a fold's `from`) rises. */
  readonly items: readonly Item[]
  /** Every message of the branch in order, folded ones included. */
  readonly slots: readonly Slot[]
  /** The newest entry that changed a message in place. */
  readonly replacedAt: Seq
  readonly size: Size
  /** Messages up to this one have been part of a request, or were a reply: their bytes move only in an epoch. */
  readonly sent: Seq
  readonly batches: readonly Batch[]
  readonly usages: readonly (Usage & { readonly seq: Seq; readonly at: Millis })[]
  /** All tokens ever added, and in how many replies: how fast the session grows. */
  readonly grown: { readonly tokens: Tokens; readonly steps: number }
  readonly pins: ReadonlySet<Seq>
  readonly marks: ReadonlyMap<string, { readonly seq: Seq; readonly at: Millis; readonly data?: Json }>
  /** Time of the newest message or usage entry: when the provider's cache was last touched. */
  readonly touchedAt: Millis
}

export type Slot = {
  readonly seq: Seq
  readonly at: Millis
  readonly message: Message
  readonly hash: string
  readonly origin: Origin
  readonly sizes: readonly BlockSize[]
  /** The entry that put this message here: later than `seq` when the caller changed it in place. */
  readonly since: Seq
}

export type Item = ShownMessage | FoldedRun

export type ShownMessage = {
  readonly kind: 'message'
  /** The slot: stays the same when the caller changes the message in place. */
  readonly seq: Seq
  readonly at: Millis
  readonly message: Message
  readonly hash: string
  readonly origin: Origin
  readonly pinned: boolean
  readonly slot: Slot
  readonly whole: boolean
  readonly blocks: readonly ShownBlock[]
  readonly size: Size
}

export type ShownBlock = {
  readonly id: BlockId
  readonly block: Block
  readonly crop?: Crop
  /** Left out: reasoning whose preceding bytes have changed since it was made. */
  readonly stale?: boolean
  readonly size: Size
  readonly full: Size
  readonly attachments?: readonly ShownBlock[]
}

export type FoldedRun = {
  readonly kind: 'fold'
  readonly seq: Seq
  readonly to: Seq
  readonly summary: Summary
  readonly batch: Seq
  readonly messages: number
  readonly size: Size
  /** The loop that was open when it was made began inside it, with reasoning. */
  readonly cuts: boolean
}

export type Batch = {
  readonly seq: Seq
  readonly at: Millis
  readonly by: string
  readonly why: string
  readonly saved: number
  readonly epoch?: number
  readonly edits: readonly SizedEdit[]
  /** The seqs at which it was applied, reverted, restored and so on; the first is its own. */
  readonly turns: readonly Seq[]
  /** False once reverted. */
  readonly active: boolean
  /** The caller changed a message it covers: it does not come back. */
  readonly isVoid?: true
}
