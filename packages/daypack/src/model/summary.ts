import type { Ref } from './message.ts'
import type { Seq } from './edit.ts'
import type { Json } from './json.ts'

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
