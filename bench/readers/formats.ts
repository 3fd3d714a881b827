// The files of an exam, checked when they are read: whoever wrote one by hand hears what is wrong with it and where.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { checked, id } from '../../lab/src/exam/formats.ts'
import { PLAN, type Planned } from './plan.ts'

export * from '../../lab/src/exam/formats.ts'

/** A point as `points.json` holds it: what `plan.ts` does not say. */
const Picked = z.object({
  id,
  /** Index of the reply that is about to be written; everything before it is history. */
  at: z.int().min(1),
  after: z.int(),
  tokens: z.int(),
  windows: z.array(z.int()).min(1),
  /** First message behind the last compaction of the original run. */
  compactedAt: z.int().optional(),
})
export type Picked = z.infer<typeof Picked>
export type Point = Picked & Omit<Planned, 'upTo' | 'leastAfter'>

export const readPicked = (): Picked[] => readAs(z.array(Picked), path.join(import.meta.dirname, 'points.json'))

/** All points of the repository, each with what the plan says of it. */
export function readPoints(): Point[] {
  return readPicked().map((point) => {
    const planned = PLAN.find((one) => one.id === point.id)
    if (!planned) throw new Error(`The plan has no point ${point.id}; plan.ts names the sessions of each.`)
    return { ...planned, ...point }
  })
}

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
