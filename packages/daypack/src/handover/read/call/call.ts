import { fileActions, type FileAction } from '../../../tools/actions.ts'
import { toolOf } from '../../../tools/table.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../model/json.ts'
import { clip, clipSpeech, flat } from '../../text/clip.ts'
import { deedOf } from './deed.ts'
import { demandsOf, isRules } from './rules.ts'
import { isNumbered, withoutNumbers } from '../../text/dump.ts'
import { changeOf, definesOf, isDocument, outlineOf } from './change.ts'
import { hitsOf } from './hits.ts'
import { tasks } from './tasks.ts'
import { web } from './web.ts'
import { KEPT, PLAN, type CallFacts, type Part, type ToldCall } from './told.ts'
import { brief, parsedJson, plainJson } from '../../text/json.ts'
import { outcome, shellLine, type Outcome } from './outcome.ts'
import { plainText } from '../../text/ansi.ts'
import { isFrame } from './exit-code.ts'
import { isCheck, stateKey } from './state.ts'
import { POLL } from './polls.ts'
import { tellingLines, told } from './telling.ts'

export type { CallFacts, CallKind, Cut, ToldCall } from './told.ts'

/** Telling lines of an output. */
const MAX_LINES = 12
const DATA = 1_200
/** Of what a sub-agent was told. */
const PROMPT = 900

export function tellCall(call: CallFacts): ToldCall {
  const { tool, input } = call
  const args = isObject(input) ? input : {}
  const result = outcome(
    { tool, input },
    { text: call.text, ...(call.isError !== undefined && { isError: call.isError }) },
    { marks: call.marks, maxLines: MAX_LINES, tools: call.tools },
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

function byTool(call: CallFacts, args: JsonObject, result: Outcome): Part {
  const { tool, input, text, tools } = call
  const known = toolOf(tool, tools)
  const line = shellLine({ tool, input }, tools)
  const actions = fileActions(tool, input, tools)
  if (line !== undefined) {
    const shown = result.state === 'failed' ? [] : actions.flatMap(shownBy)
    if (shown.length > 0 && actions.every(({ type }) => type === 'read' || type === 'show')) {
      const told = looked(shown, text)
      // A short text that defines nothing is data: what it says is what it was read for.
      if (told.body !== '' || text.length > DATA) return told
    }
    const told = shell(line, text, result)
    // Handed on by another tool: which one has to be known to do it again.
    return tool.includes('__') ? { ...told, head: `${tool} ${told.head}` } : told
  }
  const changes = actions.filter((action) => isChange(action))
  if (changes.length > 0) return change(changes)
  const [first] = actions
  // A recording may leave out what was changed; where is known all the same.
  if ((known?.does === 'edit' || known?.does === 'write') && first?.type === 'doubt' && typeof first.reach !== 'string')
    return { kind: 'change', head: `change ${first.reach.join(' ')}`, body: '', changed: [...first.reach] }
  if (first?.type === 'read') return looked([first], text)
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

type Shown = Omit<Extract<FileAction, { type: 'read' }>, 'type'>

/** The files a command line prints. */
function shownBy(action: FileAction): Shown[] {
  if (action.type === 'read') return [action]
  return action.type === 'show' ? action.parts.filter((piece) => piece.type === 'file') : []
}

/** What was read: of rules what they demand, of a file what it defines. */
function looked(files: readonly Shown[], text: string): Part {
  const [first] = files
  const path = first?.path ?? ''
  const head = `read ${files.map((file) => `${file.rev === undefined ? '' : `${file.rev}:`}${file.path}${rangeOf(file)}`).join(', ')}`
  return isRules(path)
    ? { kind: 'look', head, body: demandsOf(text), cut: 'page' }
    : { kind: 'look', head, ...definesOf(text), cut: 'start', ...(files.length === 1 && { looked: path }) }
}

function rangeOf(action: Shown): string {
  if (action.from === undefined && action.count === undefined) return ''
  const from = action.from ?? 1
  return action.count === undefined ? ` from ${from}` : ` ${from}-${from + action.count - 1}`
}

function shell(line: string, text: string, result: Outcome): Part {
  const head = `$ ${shortCommand(line)}`
  const json = text.length > PLAN ? undefined : parsedJson(text)
  const isJson = json !== undefined
  const telling = isJson ? clipEnds(brief(json)) : result.lines.join('\n')
  const ends = text.length > KEPT * 3 ? `${text.slice(0, KEPT)}\n…\n${text.slice(-KEPT)}` : text
  const whole = plainText(ends)
    .split('\n')
    .filter((one) => !isFrame(one))
    .join('\n')
    .trim()
  const failed = result.state === 'failed' ? 'FAILED: ' : ''
  const key = stateKey(line)
  // Of a check that went well its last word is enough, of one that failed what failed; other states are wanted whole.
  const isRun = key !== undefined && isCheck(key)
  const isState = key !== undefined && whole !== '' && !isRun
  const isPassed = isRun && result.state === 'ok'
  const full =
    isState || isPassed || isJson || whole === '' || whole.length <= telling.length
      ? {}
      : { full: failed + clipEnds(whole) }
  return {
    kind: 'command',
    head,
    body: failed + (isState && !isJson ? clipEnds(whole) : telling),
    ...full,
    ...(key !== undefined && (whole !== '' || isCheck(key)) && { key }),
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

const CODE = /^\[exit code -?\w+\]\n?/

function other(tool: string, input: Json, text: string): Part {
  const args = isObject(input) ? input : {}
  if (typeof args['thought'] === 'string' && text.length < 200)
    return { kind: 'other', head: tool, body: args['thought'], cut: 'speech' }
  const given = isObject(input) || isList(input) ? briefly(input) : typeof input === 'string' ? input : ''
  const values = new Set(Object.values(args).map((value) => JSON.stringify(value)))
  const said = plainJson(
    plainText(text.length > PLAN ? `${text.slice(0, PLAN / 2)}\n…\n${text.slice(-PLAN / 2)}` : text).replace(CODE, ''),
    values,
  )
  if (isNumbered(text))
    return {
      kind: 'other',
      head: flat(`${tool} ${given}`),
      body: outlineOf(withoutNumbers(text.slice(0, PLAN))),
      cut: 'start',
    }
  const head = flat(`${tool} ${given}`)
  // What a program printed while it was waited for.
  if (POLL.test(head)) {
    const { lines } = told(text)
    const failed = lines.some(({ sign }) => sign === 'failed')
    return { kind: 'command', head, body: tellingLines(lines, failed, MAX_LINES).join('\n') }
  }
  const deed = deedOf(tool)
  return {
    kind: 'other',
    head,
    body: said.length > KEPT ? clipEnds(said) : said,
    ...(deed && { deed }),
  }
}
