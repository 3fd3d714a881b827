import type { ToolTable } from '../../tools/table.ts'

export type HandoverOptions = {
  /** `false`: no parts of files in work. */
  readonly files?: false | { readonly tools?: ToolTable }
  /** `memo`: six sections in a few hundred words, as the documents have it. `story`: what happened, in order. Default: story. */
  readonly summary?: 'memo' | 'story'
  /** The rebuilt view takes at most this share of the usable window. */
  readonly viewShare?: number
  /** How much of the usual room the hand-over gets. Default 1. */
  readonly room?: number
}
