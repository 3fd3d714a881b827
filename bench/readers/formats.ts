// The files of an exam, checked when they are read: whoever wrote one by hand hears what is wrong with it and where.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { KINDS, SETS } from './plan.ts'

/** What a question is about. */
export const ABOUT = ['intent', 'decisions', 'state', 'facts', 'artefact', 'next'] as const
export type About = (typeof ABOUT)[number]

const id = z.string().regex(/^[\w.+-]+$/, 'letters, digits, ".", "_", "+" and "-" only: it is part of file names')

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

const questionId = z.string().regex(/^q\d+$/, 'q1, q2, …')
export const Question = z.object({ id: questionId, about: z.enum(ABOUT), question: z.string().min(1) })
export const Questions = z.object({ point: id, questions: z.array(Question).min(1) })
export type Questions = z.infer<typeof Questions>
/** Gold apart from the questions: a reader never sees this file. */
export const Gold = z.object({
  point: id,
  gold: z.array(
    z.object({
      id: questionId,
      keyPoints: z.array(z.string().min(1)).min(1).max(6),
      /** Messages of the whole history that prove it. */
      evidence: z.array(z.int()).default([]),
    }),
  ),
})
export type Gold = z.infer<typeof Gold>

export const Answers = z.object({
  point: id,
  strategy: id,
  /** Empty where the view does not say. */
  answers: z.array(z.object({ id: questionId, answer: z.string() })),
  misled: z.array(z.string()).default([]),
})
export type Answers = z.infer<typeof Answers>

/** A grading sheet: nobody can tell from it which view an answer was read from. */
export const Sheet = z.object({
  point: id,
  items: z.array(
    z.object({
      id: questionId,
      question: z.string(),
      keyPoints: z.array(z.string()),
      answers: z.array(z.object({ code: z.string(), answer: z.string() })),
    }),
  ),
})
export type Sheet = z.infer<typeof Sheet>
/** Which code stood for whom, question by question; kept away from graders. */
export const Key = z.object({
  point: id,
  codes: z.record(questionId, z.record(z.string(), z.object({ reader: id, strategy: id }))),
})
export type Key = z.infer<typeof Key>
export const Grades = z.object({
  point: id,
  grades: z.array(
    z.object({
      id: questionId,
      code: z.string(),
      /** For each key point of the gold, in its order: was it stated? */
      stated: z.array(z.union([z.literal(0), z.literal(0.5), z.literal(1)])),
    }),
  ),
})
export type Grades = z.infer<typeof Grades>

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

/** `name`: what it is, for the error. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${name}: another shape than bench/readers/README.md tells\n${z.prettifyError(result.error)}`)
}
