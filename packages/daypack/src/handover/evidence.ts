import { isStored } from '../model/block.ts'
import type { Seq } from '../model/edit.ts'
import { isObject, type Json, type JsonObject } from '../model/json.ts'
import type { Message } from '../model/message.ts'
import { createFileModel, failed, observeFiles, type FileModel } from '../files/model.ts'
import { command } from '../tools/actions.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'
import { createNames, observeNames, type Names } from './names.ts'
import { clip, flat, ownWords } from './sentences.ts'

/** Something said at a position of the conversation; `seq` is its number in the log (or in the list, from 1). */
export type Statement = { readonly at: number; readonly seq: Seq; readonly text: string }
export type Command = { readonly line: string; at: number; seq: Seq; ok: boolean; runs: number; said: string }
export type Todo = { readonly text: string; readonly status: 'pending' | 'in-progress' | 'done' }

/** What a conversation leaves behind: gathered without a model, kept up message by message. */
export type Evidence = {
  readonly names: Names
  readonly files: FileModel
  /** What the person asked, in their own words. */
  readonly requests: Statement[]
  readonly statements: Statement[]
  readonly commands: Map<string, Command>
  /** Failed calls other than commands. */
  readonly errors: Statement[]
  todos: Todo[]
  /** Messages taken in. */
  count: number
  readonly pending: Map<string, { tool: string; input: Json; shell: string }>
}

export function createEvidence(tools?: ToolTable): Evidence {
  return {
    names: createNames(),
    files: createFileModel(tools),
    requests: [],
    statements: [],
    commands: new Map(),
    errors: [],
    todos: [],
    count: 0,
    pending: new Map(),
  }
}

/** The evidence of a whole conversation. */
export function gather(messages: readonly Message[], tools?: ToolTable): Evidence {
  const evidence = createEvidence(tools)
  for (const [index, message] of messages.entries()) observe(evidence, message, index + 1)
  return evidence
}

/** Take in the next message. `asked: false`: the message is not the person's (memory, restored files). */
export function observe(evidence: Evidence, message: Message, seq: Seq, asked = true): void {
  const at = evidence.count++
  observeNames(evidence.names, message, at)
  observeFiles(evidence.files, message, at)
  for (const block of message.blocks) {
    if (block.type === 'text') {
      if (message.role === 'assistant') evidence.statements.push({ at, seq, text: block.text })
    } else if (block.type === 'tool-call') {
      call(evidence, block.callId, block.tool, block.input)
    } else if (block.type === 'tool-result') {
      result(evidence, block.callId, isStored(block.content) ? '' : block.content.text, block.isError ?? false, at, seq)
    }
  }
  if ((message.role === 'user' || message.role === 'tool') && asked) request(evidence, message, at, seq)
}

function request(evidence: Evidence, message: Message, at: number, seq: Seq): void {
  const text = ownWords(message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n'))
  if (text !== '' && !HOST_NOTICE.test(text)) evidence.requests.push({ at, seq, text })
}

/** Lines some hosts write in the person's name. */
const HOST_NOTICE = /^(?:\[Request interrupted by user|Caveat: The messages below were generated)/

function call(evidence: Evidence, callId: string, tool: string, input: Json): void {
  const args = isObject(input) ? input : {}
  const known = toolOf(tool, evidence.files.tools)
  const shell = known?.does === 'shell' ? command(args).trim() : ''
  evidence.pending.set(callId, { tool, input, shell })
  const list = args['todos'] ?? args['plan'] ?? args['items']
  const todos = Array.isArray(list) ? list.flatMap(todo) : []
  if (todos.length > 0) evidence.todos = todos
  if (known?.task) task(evidence, known.task, args)
}

function todo(item: Json): Todo[] {
  if (!isObject(item)) return []
  const text =
    item['content'] ?? item['step'] ?? item['title'] ?? item['text'] ?? item['description'] ?? item['subject']
  return typeof text === 'string' && text.trim() !== '' ? [{ text: flat(text), status: status(item['status']) }] : []
}

function status(value: Json | undefined): Todo['status'] {
  if (typeof value !== 'string') return 'pending'
  if (/^(?:completed?|done|finished|cancelled)$/i.test(value)) return 'done'
  return /progress|active|doing/i.test(value) ? 'in-progress' : 'pending'
}

/** Task tools name one task at a time: created with a subject, changed by number. */
function task(evidence: Evidence, what: 'add' | 'change', args: JsonObject): void {
  if (what === 'add') evidence.todos = [...evidence.todos, ...todo(args)]
  if (what !== 'change') return
  const index = Number(args['taskId'] ?? args['id']) - 1
  const known = evidence.todos[index]
  if (known) evidence.todos = evidence.todos.with(index, { ...known, status: status(args['status']) })
}

function result(evidence: Evidence, callId: string, text: string, isError: boolean, at: number, seq: Seq): void {
  const called = evidence.pending.get(callId)
  evidence.pending.delete(callId)
  if (!called) return
  const bad = failed(text, isError)
  if (called.shell) {
    const ok = !bad && !/^\s*(?:Exit code [1-9]|exit status [1-9])/m.test(text.slice(0, 200))
    const known = evidence.commands.get(called.shell)
    const said = ok ? '' : telling(text)
    evidence.commands.delete(called.shell)
    evidence.commands.set(called.shell, { line: called.shell, at, seq, ok, runs: (known?.runs ?? 0) + 1, said })
  } else if (bad) {
    evidence.errors.push({ at, seq, text: `${called.tool}: ${telling(text)}` })
  }
}

const TELLING =
  /\b(?:error|fail(?:ed|ure)?|panic|fatal|exception|cannot|not found|undefined|denied|refused|timeout)\b|错误|失败|异常/i

/** The line of a failure that says most: the first that names an error, else the last. */
function telling(text: string): string {
  const lines = text
    .replaceAll(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^Exit code \d+$/.test(line))
  return clip(flat(lines.find((line) => TELLING.test(line)) ?? lines.at(-1) ?? ''), 200)
}
