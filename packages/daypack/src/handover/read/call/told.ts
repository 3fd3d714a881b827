import type { Json } from '../../../model/json.ts'
import type { ToolTable } from '../../../tools/table.ts'
import type { Outcome } from './outcome.ts'

/** What kind of thing an event is: it decides how much room it deserves. */
export type CallKind = 'look' | 'command' | 'change' | 'search' | 'web' | 'report' | 'plan' | 'ask' | 'tasks' | 'other'

/** How a text is cut: words keep their end, pages what they state, outputs head and end, changes their start. */
export type Cut = 'speech' | 'page' | 'output' | 'start' | 'list'

/** A call and what came out of it, as one event of the story. */
export type ToldCall = {
  readonly kind: CallKind
  /** What was called: one line. Empty for what was said. */
  readonly head: string
  /** What it was about or what came out, most telling form first; may be long. */
  readonly text: string
  /** The same at greater length, shown where there is room for all of it. */
  readonly full?: string
  readonly cut: Cut
  readonly state: Outcome['state']
  /** The user's words while rejecting or answering. */
  readonly said?: string
  /** Calls of the same key overtake each other: a task list, the state of a task. */
  readonly key?: string
  /** Files it changed. */
  readonly changed: readonly string[]
  /** It only looked at something: its failure leaves nothing open. */
  readonly looked?: true
  /** A call that is neither of files nor of programs: whether it changes something, or only looks. */
  readonly effect?: 'write' | 'read'
}

export type CallFacts = {
  readonly tool: string
  readonly input: Json
  readonly text: string
  readonly isError?: boolean | undefined
  /** The host is known to mark failures. */
  readonly marks: boolean
  readonly tools?: ToolTable | undefined
}

/** Of an output no more than this is kept for the story. */
export const KEPT = 6000
export const PLAN = 60_000

/** What a tool's way of telling makes of a call. */
export type Part = Pick<ToldCall, 'kind' | 'head' | 'text'> & Partial<Omit<ToldCall, 'state'>>

export function clipEnds(text: string, most = KEPT): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n…\n${text.slice(-most / 2)}`
}
