// From grades to figures: the share of key points stated, by strategy and by what the question is about.
import { ABOUT, type About, type Gold, type Point, type Questions, type View } from './formats.ts'
import type { Graded } from './folder.ts'

/** One answer to one question, as all of its graders see it together. */
export type Mark = {
  readonly point: string
  readonly question: string
  readonly about: About
  readonly reader: string
  readonly strategy: string
  /** 0 … 1, the mean over graders. */
  readonly score: number
  readonly graders: number
}

/** `problems`: marks that were left out or are missing, one line each. */
export function marksOf(
  graded: readonly Graded[],
  exams: ReadonlyMap<string, { readonly questions: Questions; readonly gold: Gold }>,
): { readonly marks: Mark[]; readonly problems: string[] } {
  const problems: string[] = []
  const found = new Map<string, { mark: Omit<Mark, 'score' | 'graders'>; scores: number[] }>()
  for (const { batch, grader, grades, key } of graded) {
    const { point } = grades
    const exam = exams.get(point)
    const missing = new Set(
      Object.entries(key.codes).flatMap(([id, codes]) => Object.keys(codes).map((code) => `${id} ${code}`)),
    )
    for (const { id, code, stated } of grades.grades) {
      const where = `${batch}/${grader}/${point}: ${id} ${code}`
      const who = key.codes[id]?.[code]
      const question = exam?.questions.questions.find((one) => one.id === id)
      const keyPoints = exam?.gold.gold.find((one) => one.id === id)?.keyPoints.length
      if (!who || !question) problems.push(`${where} is not on the sheet`)
      else if (stated.length !== keyPoints)
        problems.push(`${where} has ${stated.length} marks for ${keyPoints} key points`)
      else if (!missing.delete(`${id} ${code}`)) problems.push(`${where} is graded twice`)
      else {
        const name = `${point} ${id} ${who.reader} ${who.strategy}`
        const one = found.get(name) ?? { mark: { point, question: id, about: question.about, ...who }, scores: [] }
        one.scores.push(mean(stated))
        found.set(name, one)
      }
    }
    for (const one of missing) problems.push(`${batch}/${grader}/${point}: ${one} is not graded`)
  }
  const marks = [...found.values()].map(({ mark, scores }) => ({
    ...mark,
    score: mean(scores),
    graders: scores.length,
  }))
  return { marks, problems }
}

export type Row = {
  readonly strategy: string
  readonly points: number
  readonly questions: number
  /** Of the views it was read from; undefined where no index was given. */
  readonly tokens?: readonly [least: number, most: number]
  /** Mean scores in percent. */
  readonly all: number
  readonly about: { readonly [A in About]?: number }
}

/** The rows of a table, best first. Views that hold nearly all of the history are left out, but for `whole` itself. */
export function rowsOf(marks: readonly Mark[], views: readonly View[] = []): Row[] {
  const viewOf = new Map(views.map((view) => [`${view.point} ${view.strategy}`, view]))
  const counted = marks.filter(
    ({ point, strategy }) => strategy === 'whole' || !viewOf.get(`${point} ${strategy}`)?.asWhole,
  )
  return [...Map.groupBy(counted, ({ strategy }) => strategy)]
    .map(([strategy, own]): Row => {
      const points = [...new Set(own.map(({ point }) => point))]
      const sizes = points.flatMap((point) => viewOf.get(`${point} ${strategy}`)?.tokens ?? [])
      return {
        strategy,
        points: points.length,
        questions: own.length,
        ...(sizes.length > 0 && { tokens: [Math.min(...sizes), Math.max(...sizes)] as const }),
        all: percent(own),
        about: Object.fromEntries(
          ABOUT.flatMap((about) => {
            const some = own.filter((mark) => mark.about === about)
            return some.length > 0 ? [[about, percent(some)]] : []
          }),
        ),
      }
    })
    .toSorted((one, other) => other.all - one.all || (one.strategy < other.strategy ? -1 : 1))
}

/** The same for each set, and for coding and the rest apart. */
export function groupsOf(
  marks: readonly Mark[],
  points: readonly Point[],
  views: readonly View[],
): Record<string, Row[]> {
  const pointOf = new Map(points.map((point) => [point.id, point]))
  const of = (test: (point: Point) => boolean) =>
    rowsOf(
      marks.filter(({ point }) => {
        const own = pointOf.get(point)
        return own !== undefined && test(own)
      }),
      views,
    )
  const groups: [string, Row[]][] = [
    ['all points', rowsOf(marks, views)],
    ...(['train', 'others', 'further'] as const).map((set): [string, Row[]] => [set, of((point) => point.set === set)]),
    ['coding', of(({ kind }) => kind === 'coding')],
    ['not coding', of(({ kind }) => kind !== 'coding')],
  ]
  return Object.fromEntries(groups.filter(([, rows]) => rows.length > 0))
}

const percent = (marks: readonly Mark[]) => Math.round(1000 * mean(marks.map(({ score }) => score))) / 10

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
