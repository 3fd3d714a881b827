// The exam sat by a model: each role gets its instructions and files, and its answer is checked before it is kept.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Answers, Gold, Grades, Questions, checked } from './formats.ts'
import * as folder from './folder.ts'
import { askFor, jsonIn, type Complete } from '../../lab/src/exam/ask.ts'

export { jsonIn, type Complete }

export type Role = 'examiner' | 'reader' | 'grader'
/** One thing that is still to be written: who asks for it, the files it is made from, and the files it becomes. */
export type Task = {
  readonly role: Role
  readonly what: string
  prompt(): string
  /** Throws where the answer has another shape than it should. */
  keep(value: unknown): void
}

export type Wanted = {
  readonly exam: string
  readonly views: string
  readonly list: readonly { readonly point: string; readonly strategy: string; readonly file: string }[]
  /** Who reads or grades, as the files call them. */
  readonly by: string
  readonly batch: string
}

/** What a role has not written yet. */
export function tasksOf(role: Role, wanted: Wanted): Task[] {
  return role === 'examiner' ? examinations(wanted) : role === 'reader' ? readings(wanted) : gradings(wanted)
}

function examinations({ exam, views, list }: Wanted): Task[] {
  const known = new Set(folder.pointsIn(exam))
  const points = [...new Set(list.map(({ point }) => point))].filter((point) => !known.has(point))
  return points.map((point) => ({
    role: 'examiner',
    what: folder.questionsFile(exam, point),
    prompt: () =>
      [
        `The point is "${point}".`,
        told('whole', read(views, `${point}.whole.txt`)),
        told('next', read(views, `${point}.next.txt`)),
        'Reply with one JSON object alone that holds both files: { "point": …, "questions": […], "gold": […] }',
      ].join('\n\n'),
    keep(value) {
      const questions = checked(Questions, value, 'the questions')
      folder.write(folder.goldFile(exam, point), checked(Gold, value, 'the gold'))
      folder.write(folder.questionsFile(exam, point), questions)
    },
  }))
}

function readings({ exam, views, list, by }: Wanted): Task[] {
  const known = new Set(folder.pointsIn(exam))
  return list.flatMap(({ point, strategy, file }): Task[] => {
    const isSat = folder.sittingsOf(exam, point).some((one) => one.reader === by && one.strategy === strategy)
    if (!known.has(point) || strategy === 'next' || isSat) return []
    return [
      {
        role: 'reader',
        what: folder.answersFile(exam, by, point, strategy),
        prompt: () =>
          [
            told('view', read(views, file)),
            `The point is "${point}", the strategy "${strategy}". The questions:`,
            JSON.stringify(folder.questionsOf(exam, point).questions, null, 1),
            'Reply with the JSON object alone.',
          ].join('\n\n'),
        keep: (value) =>
          folder.write(folder.answersFile(exam, by, point, strategy), {
            ...checked(Answers, value, 'the answers'),
            point,
            strategy,
          }),
      },
    ]
  })
}

function gradings({ exam, by, batch }: Wanted): Task[] {
  return folder.names(path.join(exam, 'sheets', batch)).flatMap((name): Task[] => {
    const point = name.replace(/\.json$/, '')
    const file = folder.gradesFile(exam, batch, by, point)
    if (folder.names(path.dirname(file)).includes(name)) return []
    const sheet = folder.sheetIn(exam, batch, point)
    return [
      {
        role: 'grader',
        what: file,
        prompt: () => `${JSON.stringify(sheet, null, 1)}\n\nReply with the JSON object alone.`,
        keep: (value) => folder.write(file, { ...checked(Grades, value, 'the grades'), point }),
      },
    ]
  })
}

/** The tasks one after another; an answer of the wrong shape is asked for once more, with what was wrong. */
export async function sit(tasks: readonly Task[], complete: Complete, say: (line: string) => void): Promise<void> {
  for (const task of tasks) {
    const system = read(import.meta.dirname, `instructions/${task.role}.md`)
    await askFor(
      complete,
      { system, prompt: task.prompt() },
      (value) => task.keep(value),
      (problem) => say(`${task.what}: asked again, ${problem}`),
    )
    say(task.what)
  }
}

const read = (base: string, file: string) => readFileSync(path.join(base, file), 'utf8')
const told = (name: string, text: string) => `<${name}>\n${text}\n</${name}>`
