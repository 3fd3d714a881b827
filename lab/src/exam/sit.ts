import type { Tokens } from 'daypack'
import { z } from 'zod'
import { askFor, type Complete } from './ask.ts'
import { ABOUT, Answers, checked, Gold, Grades, Questions, type About } from './formats.ts'
import { EXAMINER, GRADER, READER } from './prompts.ts'
import type { ExamPoint, Way } from './points.ts'
import { sheetOf, type Sitting } from './sheets.ts'

/** What one way still knows at one point: the share of key points stated, by what was asked. */
export type Mark = { readonly point: string; readonly way: Way; readonly about: About; readonly score: number }

const QUESTIONS = 12
/** Roughly what a model writes: questions with gold, answers, grades; for the estimate alone. */
const WRITTEN = { examiner: 3_000, reader: 1_500, grader: 1_500 }

/** Tokens an exam of these points will read and write, about. */
export function estimate(points: readonly ExamPoint[], count: (text: string) => Tokens) {
  let [input, output] = [0, 0]
  for (const { whole, next, views } of points) {
    input += count(whole) + count(next) + views.reduce((sum, { tokens }) => sum + tokens + WRITTEN.examiner, 0)
    input += WRITTEN.examiner + views.length * WRITTEN.reader
    output += WRITTEN.examiner + views.length * WRITTEN.reader + WRITTEN.grader
  }
  return { input, output, calls: points.reduce((sum, { views }) => sum + views.length + 2, 0) }
}

/** One model writes the questions, answers them from each view, and grades the answers without knowing whose they are. */
export async function sitPoint(
  { name, whole, next, views }: ExamPoint,
  complete: Complete,
  say: (doing: string) => void = () => {},
): Promise<Mark[]> {
  const point = 'p'
  say('writing the questions')
  const asked = `${told('whole', whole)}\n\n${told('next', next)}\n\nWrite ${QUESTIONS} questions.`
  const exam = await askFor(complete, { system: EXAMINER, prompt: asked }, (value) => {
    const { questions } = checked(Questions, { ...asObject(value), point }, 'the questions')
    const { gold } = checked(Gold, { ...asObject(value), point }, 'the key points')
    const missing = questions.find(({ id }) => !gold.some((one) => one.id === id))
    if (missing) throw new Error(`${missing.id} has no key points`)
    return { questions, gold }
  })
  const sittings: Sitting[] = []
  for (const [nth, { way, text }] of views.entries()) {
    say(`answering from ${way}`)
    const prompt = `${told('view', text)}\n\n${JSON.stringify(exam.questions, undefined, 1)}`
    const { answers, misled } = await askFor(complete, { system: READER, prompt }, (value) =>
      checked(Answers, { ...asObject(value), point, strategy: `v${nth}` }, 'the answers'),
    )
    sittings.push({ point, strategy: `v${nth}`, answers, misled, reader: 'model' })
  }
  say('grading')
  const { sheet, key } = sheetOf({ point, questions: exam.questions }, { point, gold: exam.gold }, sittings, name)
  const { grades } = await askFor(
    complete,
    { system: GRADER, prompt: JSON.stringify(sheet, undefined, 1) },
    (value) => {
      const own = checked(Grades, { ...asObject(value), point }, 'the grades')
      for (const { id, keyPoints, answers } of sheet.items)
        for (const { code } of answers) {
          const found = own.grades.find((one) => one.id === id && one.code === code)
          if (found?.stated.length !== keyPoints.length)
            throw new Error(`${id} ${code} needs ${keyPoints.length} marks`)
        }
      return own
    },
  )
  return grades.flatMap(({ id, code, stated }): Mark[] => {
    const nth = Number(key.codes[id]?.[code]?.strategy.slice(1))
    const question = exam.questions.find((one) => one.id === id)
    const way = views[nth]?.way
    if (!question || !way) return []
    return [
      {
        point: name,
        way,
        about: question.about,
        score: stated.reduce<number>((sum, one) => sum + one, 0) / stated.length,
      },
    ]
  })
}

/** Mean scores in percent, of all questions and by what they are about. */
export function scoreOf(marks: readonly Mark[]): { all: number; about: Partial<Record<About, number>> } {
  const about = ABOUT.flatMap((each) => {
    const own = marks.filter((mark) => mark.about === each)
    return own.length > 0 ? [[each, percent(own)] as const] : []
  })
  return { all: percent(marks), about: Object.fromEntries(about) }
}

function percent(marks: readonly Mark[]): number {
  return marks.length === 0 ? 0 : (100 * marks.reduce((sum, { score }) => sum + score, 0)) / marks.length
}

const asObject = (value: unknown) => z.record(z.string(), z.unknown()).parse(value)
const told = (name: string, text: string) => `<${name}>\n${text}\n</${name}>`
