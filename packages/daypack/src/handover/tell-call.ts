import { fileActions, type FileAction } from '../tools/actions.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'
import { isList, isObject, type Json, type JsonObject } from '../model/json.ts'
import { clip, clipSpeech, flat } from './clip.ts'
import { deedOf } from './deed.ts'
import { demandsOf, isRules } from './rules.ts'
import { pageText } from './page.ts'
import { isNumbered, withoutNumbers } from './dump.ts'
import { changeOf, definesOf, isDocument, outlineOf } from './tell-change.ts'
import { hitsOf } from './tell-hits.ts'
import { brief, parsedJson, plainJson, webResults } from './tell-json.ts'
import { outcome, shellLine, type Outcome } from './outcome.ts'
import { plainText } from './ansi.ts'
import { isCheck, stateKey } from './state.ts'

/** What kind of thing an event is: it decides how much room it deserves. */
export type CallKind = 'look' | 'command' | 'change' | 'search' | 'web' | 'report' | 'plan' | 'ask' | 'tasks' | 'other'

/** How a text is cut: words keep their end, pages what they state, outputs head and end, changes their start. */
export type Cut = 'speech' | 'page' | 'output' | 'start' | 'list'

/** A call and what came out of it, as one event of the story. */
export type ToldCall = {
  readonly kind: CallKind
  /** What was called: one line. */
  readonly head: string
  /** What it was about or what came out, most telling form first; may be long. */
  readonly body: string
  /** The same at greater length, shown where there is room for all of it. */
  readonly full?: string
  readonly cut: Cut
  readonly state: Outcome['state']
  /** The user's words while rejecting or answering. */
  readonly said?: string
  /** Outputs of the same key overtake each other: git status, a task list, a test run. */
  readonly key?: string
  /** Files it changed. */
  readonly changed: readonly string[]
  /** A call that is neither of files nor of programs: whether it changes something, or only looks. */
  readonly deed?: 'writes' | 'looks'
  /** The file it read, when what it told is an outline of that file. */
  readonly looked?: string
}

export type CallFacts = {
  readonly tool: string
  readonly input: Json
  readonly text: string
  readonly isError?: boolean
  /** The host is known to mark failures. */
  readonly marks: boolean
  readonly tools?: ToolTable
}

/** Of an output no more than this is kept for the story. */
const KEPT = 6000
const PLAN = 60_000
/** Of what a sub-agent was told. */
const PROMPT = 900

export function tellCall(call: CallFacts): ToldCall {
  const { tool, input } = call
  const args = isObject(input) ? input : {}
  const result = outcome(
    { tool, input },
    { text: call.text, ...(call.isError !== undefined && { isError: call.isError }) },
    { marks: call.marks, maxLines: 12, tools: call.tools },
  )
  const told = byTool(call, args, result)
  const base = { cut: 'output' as const, changed: [], ...told, state: result.state }
  if (result.state === 'rejected')
    return { ...base, said: result.said ?? '', body: told.kind === 'change' || told.kind === 'plan' ? base.body : '' }
  if (result.state === 'failed' && told.kind !== 'command') {
    const failure = result.lines.join('\n')
    return { ...base, changed: [], cut: 'output', body: failure === '' ? 'failed' : failure }
  }
  return base
}

type Part = Pick<ToldCall, 'kind' | 'head' | 'body'> &
  Partial<Pick<ToldCall, 'cut' | 'key' | 'changed' | 'said' | 'full' | 'deed' | 'looked'>>

function byTool(call: CallFacts, args: JsonObject, result: Outcome): Part {
  const { tool, input, text, tools } = call
  const known = toolOf(tool, tools)
  const line = shellLine({ tool, input }, tools)
  if (line !== undefined) {
    const told = shell(line, text, result)
    // Handed on by another tool: which one has to be known to do it again.
    return tool.includes('__') ? { ...told, head: `${tool} ${told.head}` } : told
  }
  const actions = fileActions(tool, input, tools)
  const changes = actions.filter((action) => isChange(action))
  if (changes.length > 0) return change(changes)
  const [first] = actions
  if (first?.type === 'read') {
    const head = `read ${first.path}${rangeOf(first)}`
    return isRules(first.path)
      ? { kind: 'look', head, body: demandsOf(text), cut: 'page' }
      : { kind: 'look', head, ...definesOf(text), cut: 'start', looked: first.path }
  }
  if (first?.type === 'search' && !known?.isElsewhere) return search(args, text)
  if (known?.does === 'tasks' || known?.task) return tasks(tool, args, text)
  if (typeof args['plan'] === 'string')
    return { kind: 'plan', head: `${tool}, the plan`, body: args['plan'].slice(0, PLAN), cut: 'speech' }
  if (known?.does === 'ask') return ask(args, text)
  if (known?.does === 'subagent') return report(tool, args, text)
  if (known?.isElsewhere || 'url' in args || 'urls' in args) return web(tool, args, text)
  return other(tool, input, text)
}

function isChange(action: FileAction): boolean {
  return ['write', 'edit', 'insert', 'append', 'replace', 'forget'].includes(action.type)
}

function rangeOf(action: Extract<FileAction, { type: 'read' }>): string {
  if (action.from === undefined && action.count === undefined) return ''
  const from = action.from ?? 1
  return action.count === undefined ? ` from ${from}` : ` ${from}-${from + action.count - 1}`
}

function shell(line: string, text: string, result: Outcome): Part {
  const head = `$ ${shortCommand(line)}`
  const json = text.length > PLAN ? undefined : parsedJson(text)
  const isJson = json !== undefined
  const telling = isJson ? clipEnds(brief(json)) : result.lines.join('\n')
  const whole = plainText(text.length > KEPT * 3 ? `${text.slice(0, KEPT)}\n…\n${text.slice(-KEPT)}` : text).trim()
  const failed = result.state === 'failed' ? 'FAILED: ' : ''
  const key = stateKey(line)
  // Of a check that went well its last word is enough; anything else that shows a state is wanted whole.
  const isPassed = key !== undefined && result.state === 'ok' && isCheck(key)
  const isState = key !== undefined && whole !== '' && !isPassed
  const full =
    isState || isPassed || isJson || whole === '' || whole.length <= telling.length
      ? {}
      : { full: failed + clipEnds(whole) }
  return {
    kind: 'command',
    head,
    body: failed + (isState ? clipEnds(whole) : telling),
    ...full,
    ...(key !== undefined && whole !== '' && { key }),
  }
}

function clipEnds(text: string): string {
  return text.length <= KEPT ? text : `${text.slice(0, KEPT / 2)}\n…\n${text.slice(-KEPT / 2)}`
}

/** A command without the text it feeds to a program, on one line. */
function shortCommand(line: string): string {
  const heredoc = /<<-?\s*['"]?(\w+)['"]?/.exec(line)
  if (!heredoc) return flat(line)
  const lines = line.split('\n')
  const at = lines.findIndex((one) => one.includes(heredoc[0]))
  const fed = lines.slice(at + 1)
  const inner = fed.slice(
    0,
    Math.max(
      0,
      fed.findIndex((one) => one.trim() === heredoc[1]),
    ),
  )
  return flat(`${lines.slice(0, at + 1).join('\n')} ${inner.join('\n')}`)
}

function change(actions: readonly FileAction[]): Part {
  const parts = actions.map((action) => changeOf(action))
  const changed = actions.flatMap((action) => (action.path === undefined ? [] : [action.path]))
  const [first] = parts
  const [action] = actions
  if (parts.length === 1 && first) {
    const isText = action?.type === 'write' && isDocument(action.path)
    return { kind: 'change', head: first.head, body: first.body, cut: isText ? 'page' : 'start', changed }
  }
  return {
    kind: 'change',
    head: `change ${changed.join(', ')}`,
    body: parts.map((part) => `${part.head}: ${part.body}`).join('\n'),
    cut: 'start',
    changed,
  }
}

function search(args: JsonObject, text: string): Part {
  const pattern = args['pattern'] ?? args['query'] ?? args['regex'] ?? args['search'] ?? ''
  const where = [args['path'] ?? args['directory'], args['include'] ?? args['glob']].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const head = `search ${JSON.stringify(pattern)}${where.length > 0 ? ` in ${where.join(' ')}` : ''}`
  return { kind: 'search', head, body: hitsOf(text), cut: 'list' }
}

/** A list of tasks with the state of each; a single task in a line. */
function tasks(tool: string, args: JsonObject, text: string): Part {
  const list = args['todos'] ?? args['plan'] ?? args['items'] ?? args['tasks']
  if (Array.isArray(list)) {
    const lines = list.filter(isObject).map((item) => taskLine(item))
    return { kind: 'tasks', head: `${tool}:`, body: lines.join('\n'), cut: 'list', key: 'tasks' }
  }
  if (Object.keys(args).length === 0)
    return { kind: 'tasks', head: tool, body: plainText(text.slice(0, KEPT)), key: 'tasks' }
  const id = args['taskId'] ?? args['task_id'] ?? args['id']
  // What a task is at now takes the place of what it was at before.
  const isChange = id !== undefined && args['status'] !== undefined
  const { subject } = args
  const isRepeated = typeof subject === 'string' && text.includes(subject)
  return {
    kind: 'tasks',
    head: `${tool} ${brief(args)}`,
    body: text.length < 120 && !isChange && !isRepeated ? flat(text) : '',
    cut: 'start',
    ...(isChange && { key: `task ${brief(id)}` }),
  }
}

function taskLine(item: JsonObject): string {
  const status = typeof item['status'] === 'string' ? item['status'] : 'pending'
  const done = /^(?:completed?|done|finished)$/i.test(status) ? 'x' : /progress|active|doing/i.test(status) ? '~' : ' '
  const text =
    item['content'] ?? item['step'] ?? item['title'] ?? item['text'] ?? item['subject'] ?? item['description']
  return `[${done}] ${typeof text === 'string' ? flat(text) : brief(item)}`
}

/** The agent asked the user through a tool: the answer is the user's word. */
function ask(args: JsonObject, text: string): Part {
  return {
    kind: 'ask',
    head: 'asked the user:',
    body: brief(args),
    cut: 'speech',
    said: flat(plainText(text.slice(0, KEPT))),
  }
}

function report(tool: string, args: JsonObject, text: string): Part {
  const what = args['description'] ?? args['title'] ?? args['name'] ?? ''
  const prompt = args['prompt'] ?? args['task'] ?? args['message'] ?? args['instructions'] ?? ''
  const told = typeof prompt === 'string' && prompt !== '' ? clipSpeech(flat(prompt), PROMPT) : flat(brief(args))
  const head = `${tool}${typeof what === 'string' && what !== '' ? ` “${flat(what)}”` : ''}, told: ${told}`
  return { kind: 'report', head, body: plainText(text.slice(0, PLAN)), cut: 'speech' }
}

/** A page by its title and what it says, results by title, address and first words. */
function web(tool: string, args: JsonObject, text: string): Part {
  const found = webResults(text)
  if (found !== undefined) return { kind: 'web', head: `${tool} ${brief(args)}`, body: found, cut: 'list' }
  const page = pageText(linksLast(plainJson(plainText(text.slice(0, PLAN)))))
  const title = /^\s*(?:#\s+|Title:\s*|title:\s*)([^\n]{3,160})/m.exec(page.slice(0, 2000))?.[1]
  const head = `${tool} ${brief(args)}${title ? ` “${flat(title)}”` : ''}`
  return { kind: 'web', head, body: page.slice(0, KEPT * 4), cut: 'page' }
}

/** Links that a search lists before what it found come after it, by title and address. */
function linksLast(text: string): string {
  const line = /^Links: (\[.*\])[^\S\n]*$/m.exec(text)
  const links = line ? webResults(line[1] ?? '') : undefined
  if (!line || links === undefined) return text
  const rest = (text.slice(0, line.index) + text.slice(line.index + line[0].length)).trim()
  return `${rest}\nLinks:\n${links.split('\n').slice(0, MOST_LINKS).join('\n')}`
}

const MOST_LINKS = 8

/** What a call was given: where that is long, every argument keeps its name and the start of its value. */
function briefly(input: Json): string {
  // What is given empty is given all the same.
  const given = withTexts(input, (text) => (text === '' ? '""' : text))
  const whole = brief(given)
  return whole.length <= GIVEN ? whole : brief(withTexts(given, (text) => clip(text, VALUE)))
}

const GIVEN = 600
const VALUE = 160

function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (isList(value)) return value.map((one) => withTexts(one, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one ?? null, change)]))
}

function other(tool: string, input: Json, text: string): Part {
  const args = isObject(input) ? input : {}
  if (typeof args['thought'] === 'string' && text.length < 200)
    return { kind: 'other', head: tool, body: args['thought'], cut: 'speech' }
  const given = isObject(input) || isList(input) ? briefly(input) : typeof input === 'string' ? input : ''
  const values = new Set(Object.values(args).map((value) => JSON.stringify(value)))
  const said = plainJson(
    plainText(text.length > PLAN ? `${text.slice(0, PLAN / 2)}\n…\n${text.slice(-PLAN / 2)}` : text),
    values,
  )
  if (isNumbered(text))
    return {
      kind: 'other',
      head: flat(`${tool} ${given}`),
      body: outlineOf(withoutNumbers(text.slice(0, PLAN))),
      cut: 'start',
    }
  const deed = deedOf(tool)
  return {
    kind: 'other',
    head: flat(`${tool} ${given}`),
    body: said.length > KEPT ? clipEnds(said) : said,
    ...(deed && { deed }),
  }
}
