// How things stand in the last hour: what the files that were changed say now, and the tasks that are open.
import type { Message } from '../../../packages/daypack/src/model/message.ts'
import { isObject, type Json } from '../../../packages/daypack/src/model/json.ts'
import { fileActions } from '../../../packages/daypack/src/tools/actions.ts'

/** Messages of an hour. */
const HOUR = 120
const TELLING = 24

type State = { readonly files: string[]; readonly lines: string[]; readonly tasks: string[] }

/** The files changed, by name and by a telling line of what the last change left, and the tasks not done. */
export function stateAt(messages: readonly Message[], at: number): State {
  const files = new Map<string, string[]>()
  let tasks: string[] = []
  const failed = failedIn(messages, at)
  for (const message of messages.slice(Math.max(0, at - HOUR), at))
    for (const block of message.blocks) {
      if (block.type !== 'tool-call' || failed.has(block.callId)) continue
      tasks = tasksIn(block.input) ?? tasks
      for (const action of fileActions(block.tool, block.input)) {
        if (action.type === 'forget' || action.type === 'undo' || action.type === 'move') files.delete(action.path)
        if (action.type === 'write') files.set(action.path, linesOf(action.text))
        if (action.type !== 'edit') continue
        const own = (files.get(action.path) ?? []).filter(
          (line) => !action.changes.some(({ old }) => old.includes(line)),
        )
        files.set(action.path, [...own, ...action.changes.flatMap(({ next }) => linesOf(next))])
      }
    }
  const newest = [...files.values()].flatMap((lines) =>
    lines
      .slice(-LAST)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, 1),
  )
  return { files: [...files.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1)), lines: newest, tasks }
}

/** The longest of so many last lines is looked for. */
const LAST = 6

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim().length >= TELLING ? [line.trim()] : []))
}

function failedIn(messages: readonly Message[], at: number): Set<string> {
  return new Set(
    messages
      .slice(Math.max(0, at - HOUR), at)
      .flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.type === 'tool-result' && block.isError ? [block.callId] : [])),
      ),
  )
}

function tasksIn(input: Json): string[] | undefined {
  const list = isObject(input) ? (input['todos'] ?? input['plan']) : undefined
  if (!Array.isArray(list)) return undefined
  return list.flatMap((item: Json) => {
    const { content, step, status } = (isObject(item) ? item : {}) as { content?: Json; step?: Json; status?: Json }
    const text = content ?? step
    return typeof text === 'string' && status !== 'completed' ? [text] : []
  })
}
