import type { HandoverContext } from '../handover/read/context.ts'
import type { Edit, Seq } from '../model/edit.ts'
import type { Awaitable, Json, Millis, Size, Tokens } from '../model/json.ts'
import type { Count, Summarize } from '../model/summarize.ts'
import type { ShownBlock, View } from '../view/view.ts'

export type { Count, Summarize }

/** Must be stateless: the same view and context give the same proposal. A pass that throws is skipped. */
export type Pass = {
  readonly name: string
  /** Calls a model: asked last, and only when the view is still too big. */
  readonly costly?: boolean
  /** Also works on blocks never sent (`seq >= ctx.fresh`); in calm conditions it must look at those alone. */
  readonly fresh?: boolean
  /** True: fresh results of this many bytes in all, without media, would be left alone, so it need not be asked. */
  leaves?(bytes: number, window: Tokens): boolean
  propose(view: View, ctx: PassContext): Awaitable<Proposal>
}

export type Proposal = {
  readonly why: string
  readonly edits: readonly Edit[]
  /** Its folds tell one thing: they are made together, if together they save something, or not at all. */
  readonly isOneFold?: boolean
  /** Kept as a mark in the log should the epoch be given up, such as a note a model was paid for. */
  readonly remember?: { readonly name: string; readonly data: Json }
  /** What became of the model, if one was asked: after three failures in a row `ctx.modelRests` says to do without. */
  readonly model?: 'answered' | 'failed'
}

/** What a pass may look at and ask for: all that a hand-over may, and what the planner knows of this moment. */
export type PassContext = HandoverContext & {
  readonly budget: Budget
  readonly tide: Tide
  readonly timing: Timing
  readonly idleMs: Millis
  /** Messages from this seq on were never sent. */
  readonly fresh: Seq
  readonly reasoning: Reasoning
  /** Bytes [from, to) of a block's text, so that a huge blob need not be read whole. Absent: `read` is all there is. */
  slice?(block: ShownBlock, from: number, to: number): Awaitable<Uint8Array>
}

/** In counted tokens; what bills taught is already in `window` and `usable`. */
export type Budget = {
  readonly window: Tokens
  /** The window without the room for output. */
  readonly usable: Tokens
  readonly used: Size
  readonly extra: Size
  readonly high: Size
  readonly low: Size
  readonly maxBytes: number
  /** The newest bill since the last epoch, and the window as the provider counts: for documents that go by the bill. */
  readonly billed?: { readonly tokens: Tokens; readonly window: Tokens }
}

/** Is moving already-sent bytes worth it now, and why. */
export type Tide = 'none' | 'pressure' | 'cold' | 'switch'
/** `tide`: sent bytes change only in an epoch. `eager`: passes apply on every request, as the seeds do. */
export type Timing = 'tide' | 'eager'

export type Reasoning = {
  /** Reasoning is bound to the bytes before it: an epoch inside an open loop must take the restart form. */
  readonly binds: boolean
  /** An open loop must start with its reasoning block. */
  readonly requires: boolean
}
