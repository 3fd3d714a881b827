import { z } from 'zod'

/** What a question is about. */
export const ABOUT = ['intent', 'decisions', 'state', 'facts', 'artefact', 'next'] as const
export type About = (typeof ABOUT)[number]

export const id = z
  .string()
  .regex(/^[\w.+-]+$/, 'letters, digits, ".", "_", "+" and "-" only: it is part of file names')

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

/** A value of a known shape, or an error that says what to mend. `name`: what it is. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${name}: another shape than it should have\n${z.prettifyError(result.error)}`)
}
