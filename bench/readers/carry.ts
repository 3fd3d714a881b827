// The measure of carrying on: a reader writes the next edits from a view alone; they are applied to the files as the
// recording has them at that moment. No grader: an edit applies or not, and touches what the agent changed next or not.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFile } from '../../packages/daypack/src/files/lookup.ts'
import type { KnownFiles } from '../../packages/daypack/src/files/known.ts'
import { knownFiles } from '../../packages/daypack/src/files/model.ts'
import { failed } from '../../packages/daypack/src/speech/failed.ts'
import { inlineText, type Message } from '../../packages/daypack/src/model/message.ts'
import { fileActions } from '../../packages/daypack/src/tools/actions.ts'
import { Carried, Carry, readAs } from './formats.ts'
import { names, write } from './folder.ts'

/** Edits asked for at a point, and messages in which they are looked for. */
const MOST = 6
const AHEAD = 120
const SAID = 400
/** Lines beside the real place that still count as it. */
const NEAR = 3

type Place = { readonly from: number; readonly to: number }

/** What the agent changed next in files it knew at the point, with what it said before each. */
export function tasksAt(messages: readonly Message[], at: number): Carry['tasks'] {
  const known = knownFiles(messages.slice(0, at))
  const answers = new Map(
    messages
      .slice(at)
      .flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block.type === 'tool-result'
            ? [[block.callId, failed(inlineText(block.content), block.isError)] as const]
            : [],
        ),
      ),
  )
  const tasks: Carry['tasks'] = []
  let said = ''
  for (const { role, blocks } of messages.slice(at, at + AHEAD)) {
    for (const block of role === 'assistant' ? blocks : []) {
      if (block.type === 'text') said = block.text
      if (block.type !== 'tool-call' || answers.get(block.callId) !== false) continue
      for (const action of fileActions(block.tool, block.input)) {
        if (action.type !== 'edit' || tasks.length >= MOST) continue
        const [first] = action.changes
        const place = first && placeOf(known, action.path, first.old)
        if (!place || tasks.some((one) => one.file === action.path && overlaps(one, place))) continue
        tasks.push({ id: `e${tasks.length + 1}`, said: said.slice(-SAID), file: action.path, ...place })
      }
    }
  }
  return tasks
}

/** Where a text stands in a file as it is known; undefined where it stands nowhere, or twice. */
function placeOf(model: KnownFiles, file: string, text: string): Place | undefined {
  const lines = findFile(model, file)?.lines ?? []
  const wanted = text.replace(/\n$/, '').split('\n')
  const found: Place[] = []
  for (let from = 0; from + wanted.length <= lines.length; from++) {
    const stands = wanted.every((line, step) => {
      const known = lines[from + step]?.text
      if (known === undefined) return false
      if (wanted.length === 1) return known.includes(line)
      if (step === 0) return known.endsWith(line)
      return step === wanted.length - 1 ? known.startsWith(line) : known === line
    })
    if (stands) found.push({ from: from + 1, to: from + wanted.length })
  }
  return found.length === 1 && text.trim() !== '' ? found[0] : undefined
}

function overlaps(one: Place, other: Place): boolean {
  return one.from <= other.to + NEAR && other.from <= one.to + NEAR
}

export type Score = { readonly asked: number; readonly applies: number; readonly right: number }

/** Each answer against the files of the point. */
export function scoreOf(
  tasks: Carry['tasks'],
  edits: Carried['edits'],
  messages: readonly Message[],
  at: number,
): Score {
  const known = knownFiles(messages.slice(0, at))
  let applies = 0
  let right = 0
  for (const task of tasks) {
    const edit = edits.find(({ id }) => id === task.id)
    const place = edit && placeOf(known, edit.file, edit.old)
    if (!place) continue
    applies++
    if (findFile(known, edit.file) === findFile(known, task.file) && overlaps(place, task)) right++
  }
  return { asked: tasks.length, applies, right }
}

const tasksFile = (exam: string, point: string) => path.join(exam, 'carry', `${point}.json`)

/** What a reader gets: what the agent was about to do, never where. The places stay in `truth`. */
export function writeTasks(exam: string, point: string, tasks: Carry['tasks']): string {
  write(path.join(exam, 'carry', 'truth', `${point}.json`), { point, tasks })
  write(tasksFile(exam, point), { point, tasks: tasks.map(({ id, said }) => ({ id, said })) })
  return tasksFile(exam, point)
}

export function truthOf(exam: string, point: string): Carry['tasks'] {
  const file = path.join(exam, 'carry', 'truth', `${point}.json`)
  return existsSync(file) ? readAs(Carry, file).tasks : []
}

/** All that was written for a point: carry/answers/<reader>/<point>.<strategy>.json */
export function carriedAt(exam: string, point: string): Carried[] {
  const folder = path.join(exam, 'carry', 'answers')
  return names(folder).flatMap((reader) =>
    names(path.join(folder, reader))
      .filter((name) => name.startsWith(`${point}.`))
      .map((name) => readAs(Carried, path.join(folder, reader, name))),
  )
}
