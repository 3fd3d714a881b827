// The files of an exam, checked when they are read: whoever wrote one by hand hears what is wrong with it and where.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { checked, id } from '../../lab/src/exam/formats.ts'
import { KINDS, SETS } from './plan.ts'

export * from '../../lab/src/exam/formats.ts'

export const Point = z.object({
  id,
  set: z.enum(SETS),
  kind: z.enum(KINDS),
  repository: z.string(),
  /** More than one: conversations told one after another, as one agent's shift. */
  sessions: z.array(z.string()).min(1),
  /** Index of the reply that is about to be written; everything before it is history. */
  at: z.int().min(1),
  before: z.int(),
  after: z.int(),
  tokens: z.int(),
  windows: z.array(z.int()).min(1),
  /** First message behind the last compaction of the original run. */
  compactedAt: z.int().optional(),
})
export type Point = z.infer<typeof Point>
export const Points = z.array(Point)

/** What was written for one point: the index of a folder of views. */
export const View = z.object({
  point: id,
  strategy: id,
  file: z.string(),
  window: z.int().optional(),
  tokens: z.int(),
  messages: z.int(),
  /** The view holds all of the history: nothing was folded, so it says nothing about folding. */
  asWhole: z.boolean(),
  /** Its summary was written without a model, by a stand-in: what a reader makes of it says little about the peer. */
  standIn: z.boolean(),
})
export type View = z.infer<typeof View>
export const Views = z.object({ commit: z.string(), views: z.array(View), missing: z.array(z.string()) })
export type Views = z.infer<typeof Views>

/** The next edits at a point: what the agent said before each, and where it made it. */
export const Carry = z.object({
  point: id,
  tasks: z.array(
    z.object({ id: z.string(), said: z.string(), file: z.string(), from: z.int().min(1), to: z.int().min(1) }),
  ),
})
export type Carry = z.infer<typeof Carry>
/** The edits a reader would make. */
export const Carried = z.object({
  point: id,
  strategy: id,
  edits: z.array(z.object({ id: z.string(), file: z.string(), old: z.string(), new: z.string() })),
})
export type Carried = z.infer<typeof Carried>

/** A file of a known shape, or an error that says what to mend. */
export function readAs<T>(schema: z.ZodType<T>, file: string): T {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  return checked(schema, value, file)
}
