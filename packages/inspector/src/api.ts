export type SessionRow = { readonly id: string; readonly last: number }

/** A row in the list of sessions: what it cost, and what went wrong. Without `costs` it cannot be read; `trouble` says why. */
export type SessionSummary = SessionRow & {
  /** Whose it is, where sessions are kept apart: `user/ada`. */
  readonly scope: string
  readonly name: string
  readonly messages: number
  readonly epochs: number
  readonly costs?: CostRow & { readonly currency: 'dollars' | 'tokens' }
  /** Cost of conversations under the same id before the one in view. */
  readonly earlier?: number
  readonly trouble: readonly string[]
}
export type Summaries = {
  readonly rows: readonly SessionSummary[]
  /** Older ones, not looked at. */ readonly more: number
}

export type About = {
  readonly dir: string
  readonly version: string
  readonly window: number
  readonly preset: string
  readonly canEdit: boolean
}

/** Tokens of a request by what they are; the order of the stack in the timeline. */
export const PARTS = ['system', 'tools', 'user', 'agent', 'results', 'folds'] as const
export type Part = (typeof PARTS)[number]

export type Outline = {
  readonly session: string
  readonly head: number
  readonly messages: number
  readonly window: number
  /** No bill is in the log: costs are estimated from what stayed the same between requests. */
  readonly estimated: boolean
  readonly currency: 'dollars' | 'tokens'
  readonly requests: {
    readonly head: readonly number[]
    readonly at: readonly number[]
    readonly model: readonly string[]
    readonly parts: Readonly<Record<Part, readonly number[]>>
    readonly total: readonly number[]
    readonly cached: readonly number[]
    readonly cost: readonly number[]
    readonly unmanaged: readonly number[]
    /** The epoch that came with it: its number from 1, or 0. */
    readonly epoch: readonly number[]
  }
  readonly epochs: readonly EpochRow[]
  readonly last: { readonly tokens: number; readonly items: number; readonly folds: number; readonly cropped: number }
}

export type EpochRow = {
  readonly number: number
  readonly seq: number
  readonly at: number
  readonly saved: number
  readonly edits: number
  /** In words, without a full stop. */
  readonly why: string
  readonly isUndone: boolean
  /** Position of the first request that was sent with it; -1 when none was yet. */
  readonly request: number
}

export type Why = { readonly by: string; readonly why: string; readonly at: number }

export type BlockRow = {
  readonly id: string
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly kind: 'text' | 'call' | 'result' | 'media' | 'opaque' | 'fold'
  readonly label: string
  readonly preview: string
  readonly tokens: number
  readonly full: number
  readonly at: number
  /** Requests that held its message before this one. */
  readonly age: number
  readonly cached: boolean
  /** Compared with the request before. */
  readonly state: 'same' | 'new' | 'changed'
  readonly shown: 'whole' | 'cropped' | 'folded' | 'left out'
  readonly origin: string
  readonly pinned: boolean
  readonly isError: boolean
  readonly why?: Why
  readonly fold?: { readonly from: number; readonly to: number; readonly messages: number; readonly by: string }
}

export type RequestView = {
  readonly index: number
  readonly head: number
  readonly at: number
  readonly model: string
  readonly tokens: number
  readonly tools: number
  readonly cached: number
  readonly cost: number
  readonly gone: number
  /** How many blocks it has, and the tokens of its largest message. */
  readonly total: number
  readonly most: number
  /** `blocks` are those from here on; all of them unless some were asked for. */
  readonly from: number
  readonly blocks: readonly BlockRow[]
  readonly found?: number
}

export type TextPart = { readonly text: string; readonly from: number; readonly length: number; readonly more: boolean }

export type LogRow = {
  readonly number: number
  readonly at: number
  readonly role: string
  readonly tokens: number
  readonly preview: string
  readonly shown: 'whole' | 'cropped' | 'folded'
  /** To read it: what was said, and each tool call or result as a line. */
  readonly text: string
  readonly steps: readonly string[]
}
export type LogPage = { readonly total: number; readonly from: number; readonly rows: readonly LogRow[] }

export type EpochEdit = {
  readonly batch: number
  readonly by: string
  readonly op: 'crop' | 'fold'
  readonly target: string
  readonly what: string
  readonly before: number
  readonly after: number
  readonly money: number
}
export type EpochBatch = {
  readonly seq: number
  readonly by: string
  readonly why: string
  readonly saved: number
  readonly active: boolean
  readonly edits: readonly EpochEdit[]
}
export type Told = { readonly fold: string; readonly lines: readonly string[] }

export type EpochView = EpochRow & {
  readonly before: number
  readonly after: number
  readonly currency: 'dollars' | 'tokens'
  readonly batches: readonly EpochBatch[]
  readonly changes: Changes
  readonly loss: {
    readonly text: string
    readonly names: readonly string[]
    readonly files: readonly string[]
    readonly requests: readonly number[]
  }
  /** The batches that took it back, for redo. */
  readonly undoneBy: readonly number[]
}
/** From the state at `was` to the one at `head`; `same` items did not change. */
export type Changes = {
  readonly was: number
  readonly head: number
  readonly same: number
  readonly rows: readonly DiffRow[]
}
export type DiffRow = {
  readonly sign: '-' | '+' | '~'
  readonly number: number
  readonly id: string
  readonly label: string
  readonly before: number
  readonly after: number
  readonly preview: string
  /** Where its text is now, if it did not leave. */
  readonly where?: string
}

export type Found = {
  readonly id: string
  readonly role: string
  readonly label: string
  readonly at: number
  readonly line: string
  readonly count: number
}
export type SearchAnswer = { readonly found: readonly Found[]; readonly total: number; readonly tookMs: number }
export type Seen = {
  readonly requests: number
  readonly of: number
  readonly runs: readonly { readonly from: number; readonly to: number; readonly through: readonly string[] }[]
  readonly tookMs: number
}

export type CostRow = {
  readonly name: string
  readonly requests: number
  readonly cost: number
  readonly unmanaged?: number
  readonly cached: number
  readonly estimated: boolean
}
export type CostBreak = {
  readonly request: number
  readonly at: number
  readonly expected: number
  readonly read: number
  readonly cause: string
  readonly money: number
}
export type CostView = {
  readonly currency: 'dollars' | 'tokens'
  readonly session: CostRow
  readonly epochs: readonly CostRow[]
  readonly days: readonly CostRow[]
  readonly models: readonly CostRow[]
  readonly overWindow: number
  readonly breaks: readonly CostBreak[]
  /** Conversations under the same id before the one in view. */
  readonly earlier?: { readonly requests: number; readonly cost: number }
}
