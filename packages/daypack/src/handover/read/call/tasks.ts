import { isObject, type JsonObject } from '../../../model/json.ts'
import { plainText } from '../../text/ansi.ts'
import { flat } from '../../text/clip.ts'
import { compactJson } from '../../text/json.ts'
import { KEPT, type Part } from './told.ts'

/** A list of tasks with the state of each; a single task in a line. */
export function tasks(tool: string, args: JsonObject, text: string): Part {
  const list = args['todos'] ?? args['plan'] ?? args['items'] ?? args['tasks']
  if (Array.isArray(list)) {
    const lines = list.filter(isObject).map((item) => taskLine(item))
    return { kind: 'tasks', head: `${tool}:`, text: lines.join('\n'), cut: 'list', key: 'tasks' }
  }
  if (Object.keys(args).length === 0)
    return { kind: 'tasks', head: tool, text: plainText(text.slice(0, KEPT)), key: 'tasks' }
  const id = args['taskId'] ?? args['task_id'] ?? args['id']
  // What a task is at now takes the place of what it was at before.
  const isChange = id !== undefined && args['status'] !== undefined
  const { subject } = args
  // A task that was made is known by its number from then on.
  const made = typeof subject === 'string' && text.includes(subject) ? /#\w+/.exec(text)?.[0] : undefined
  return {
    kind: 'tasks',
    head: flat(`${tool} ${made ?? ''} ${compactJson(args)}`),
    text: made === undefined && text.length < 120 && !isChange ? flat(text) : '',
    cut: 'start',
    ...(isChange && { key: `task ${compactJson(id)}` }),
  }
}

function taskLine(item: JsonObject): string {
  const status = typeof item['status'] === 'string' ? item['status'] : 'pending'
  const done = /^(?:completed?|done|finished)$/i.test(status) ? 'x' : /progress|active|doing/i.test(status) ? '~' : ' '
  const text =
    item['content'] ?? item['step'] ?? item['title'] ?? item['text'] ?? item['subject'] ?? item['description']
  const { id } = item
  const number = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? `#${id} ` : ''
  return `[${done}] ${number}${typeof text === 'string' ? flat(text) : compactJson(item)}`
}
