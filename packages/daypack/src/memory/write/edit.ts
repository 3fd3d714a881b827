import type { Source } from '../notes/provenance.ts'
import type { StatementKind } from '../notes/statement.ts'

/** A statement of a day's log that may enter MEMORY.md. */
export type Candidate = {
  readonly kind: StatementKind
  /** Somebody has said what kind it is, rather than its wording alone. */
  readonly labelled: boolean
  readonly text: string
  readonly day: string
  /** `memory/2026-11-14.md#L3-L5` */
  readonly citation: string
  readonly source: Source
  /** It only says that the line it replaces no longer holds. */
  readonly ends?: true
}

/**
 * One change of MEMORY.md. Old entries are named by their text, so that an edit finds its entry again when a person has
 * moved it. `cites`: the log lines it rests on.
 */
export type MemoryEdit = { readonly cites: readonly Candidate[] } &
  /** `isNewer`: an older line speaks of the same, and the day tells which is the newer one. */
  (
    | { readonly op: 'add'; readonly kind: StatementKind; readonly text: string; readonly isNewer?: boolean }
    | { readonly op: 'corroborate'; readonly entry: string }
    /** With a kind, it may move to another section. */
    | { readonly op: 'correct'; readonly entry: string; readonly text: string; readonly kind?: StatementKind }
    | { readonly op: 'end'; readonly entry: string }
  )
