import type { Ref } from './message.ts'
import type { Tokens, Json } from './json.ts'

export type Seq = number

/** `seq.index`, or `seq.index.attachment` for an attachment of a tool result. */
export type BlockId = `${number}.${number}` | `${number}.${number}.${number}`

/** A byte range of the UTF-8 text of a block, `to` exclusive, cut at character boundaries. */
export type Span = { readonly from: number; readonly to: number }

/** Replaces what a crop left out. Readers use the fields; the model sees `text`. */
export type Note = {
  /** Shown before the first kept span. */
  readonly before?: string
  /** Shown after the last kept span. Empty: nothing is shown there. */
  readonly text: string
  /** Shown between two kept spans. */
  readonly between?: string
  /** Shown in later gaps; the first one says what is left out. */
  readonly further?: string
  /** Where the original can be read: a blob, or the file it was read from. */
  readonly ref?: Ref
  readonly path?: string
  /** Where reading continues after the first kept span. */
  readonly next?: { readonly line: number; readonly column?: number }
}

/** Counted from the original; `keep: []` leaves only the note. A newer crop of the same block replaces it. */
export type Crop = {
  readonly op: 'crop'
  readonly block: BlockId
  readonly keep: readonly Span[]
  readonly note: Note
}
/** Show a summary, as one user message, instead of the messages from `from` to `to` (both included). */
export type Fold = { readonly op: 'fold'; readonly from: Seq; readonly to: Seq; readonly summary: Summary }
export type Revert = { readonly op: 'revert'; readonly seq: Seq }

/** Three verbs, and we try hard never to need a fourth. */
export type Edit = Crop | Fold | Revert

/** An edit as stored in the log, with the size of what it shows, so that no reader has to count again. */
export type SizedEdit = SizedCrop | SizedFold | Revert
export type SizedCrop = Crop & Shows
export type SizedFold = Fold & Shows
type Shows = { readonly tokens: Tokens; readonly bytes: number }

/** A structured hand-over: what the model sees instead of folded messages. */
export type Summary = {
  readonly text: string
  /** The agent's answer to it, shown after it where a message follows. */
  readonly reply?: string
  /** Message whose text the summary quotes verbatim because the fold covers the latest user request. */
  readonly request?: Seq
  /** Blobs the summary points at; retention keeps them while the fold is in force. */
  readonly refs?: readonly Ref[]
  /** Who wrote it: `extractive`, or the model's name. */
  readonly by?: string
  /** Sections, ledger, audit: whatever the maker wants readers to have as data. */
  readonly data?: Json
}
