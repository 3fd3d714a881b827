// The folder of an exam: who has written what, and where the next one writes.
//   exam/<point>.questions.json   exam/<point>.gold.json
//   answers/<reader>/<point>.<strategy>.json
//   sheets/<batch>/<point>.json   keys/<batch>/<point>.json   grades/<batch>/<grader>/<point>.json
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Answers, Gold, Grades, Key, Questions, Sheet, readAs } from './formats.ts'
import { sheetOf, type Sitting } from '../../lab/src/exam/sheets.ts'

export const questionsFile = (exam: string, point: string) => path.join(exam, 'exam', `${point}.questions.json`)
export const goldFile = (exam: string, point: string) => path.join(exam, 'exam', `${point}.gold.json`)
export const answersFile = (exam: string, reader: string, point: string, strategy: string) =>
  path.join(exam, 'answers', reader, `${point}.${strategy}.json`)
export const sheetFile = (exam: string, batch: string, point: string) =>
  path.join(exam, 'sheets', batch, `${point}.json`)
export const keyFile = (exam: string, batch: string, point: string) => path.join(exam, 'keys', batch, `${point}.json`)
export const gradesFile = (exam: string, batch: string, grader: string, point: string) =>
  path.join(exam, 'grades', batch, grader, `${point}.json`)

export function write(file: string, value: object): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** Points that have questions; the gold must tell all of them. */
export function pointsIn(exam: string): string[] {
  return names(path.join(exam, 'exam')).flatMap((name) => {
    const point = /^(.*)\.questions\.json$/.exec(name)?.[1]
    if (point === undefined) return []
    const asked = questionsOf(exam, point).questions.map(({ id }) => id)
    const told = new Set(goldOf(exam, point).gold.map(({ id }) => id))
    const untold = asked.filter((id) => !told.has(id))
    if (untold.length > 0) throw new Error(`${goldFile(exam, point)} tells no gold for ${untold.join(', ')}.`)
    return [point]
  })
}

export const questionsOf = (exam: string, point: string): Questions =>
  named(Questions, questionsFile(exam, point), point)
export const goldOf = (exam: string, point: string): Gold => named(Gold, goldFile(exam, point), point)
export const sheetIn = (exam: string, batch: string, point: string): Sheet =>
  named(Sheet, sheetFile(exam, batch, point), point)
export const keyIn = (exam: string, batch: string, point: string): Key => named(Key, keyFile(exam, batch, point), point)

/** All answers to a point, of all readers. */
export function sittingsOf(exam: string, point: string): Sitting[] {
  return names(path.join(exam, 'answers')).flatMap((reader) =>
    names(path.join(exam, 'answers', reader)).flatMap((name): Sitting[] => {
      if (!name.startsWith(`${point}.`) || !name.endsWith('.json')) return []
      const file = path.join(exam, 'answers', reader, name)
      const answers = named(Answers, file, point)
      if (name !== `${point}.${answers.strategy}.json`)
        throw new Error(`${file} is about "${answers.strategy}": its name and its "strategy" must agree.`)
      return [{ ...answers, reader }]
    }),
  )
}

/** Sheets and keys of a batch; sheets that somebody has begun to grade stay as they are. */
export function dealSheets(exam: string, batch: string, seed: string, wanted: (one: Sitting) => boolean): string[] {
  return pointsIn(exam).flatMap((point) => {
    const graded = names(path.join(exam, 'grades', batch)).some((by) => existsSync(gradesFile(exam, batch, by, point)))
    if (graded) throw new Error(`Batch "${batch}" is being graded for ${point}: take another name for new answers.`)
    const sittings = sittingsOf(exam, point).filter(wanted)
    if (sittings.length === 0) return []
    const { sheet, key } = sheetOf(questionsOf(exam, point), goldOf(exam, point), sittings, `${seed} ${batch}`)
    write(sheetFile(exam, batch, point), sheet)
    write(keyFile(exam, batch, point), key)
    return [sheetFile(exam, batch, point)]
  })
}

/** What graders wrote, with the key to it. */
export type Graded = { readonly batch: string; readonly grader: string; readonly grades: Grades; readonly key: Key }
export function gradesIn(exam: string): Graded[] {
  return names(path.join(exam, 'grades')).flatMap((batch) =>
    names(path.join(exam, 'grades', batch)).flatMap((grader) =>
      names(path.join(exam, 'grades', batch, grader)).map((name) => {
        const grades = readAs(Grades, path.join(exam, 'grades', batch, grader, name))
        return { batch, grader, grades, key: keyIn(exam, batch, grades.point) }
      }),
    ),
  )
}

export function names(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

function named<T extends { point: string }>(schema: Parameters<typeof readAs<T>>[0], file: string, point: string): T {
  const value = readAs(schema, file)
  if (value.point !== point) throw new Error(`${file} is about "${value.point}", its name says "${point}".`)
  return value
}
