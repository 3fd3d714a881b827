import { DEFINES } from '../../../files/defines.ts'
import { fileActions, type FileAction } from '../../../tools/actions.ts'
import { commandLine } from '../../../tools/command-line.ts'
import { toolOf } from '../../../tools/table.ts'
import { isObject, type Json, type JsonObject } from '../../../model/json.ts'
import { plainText } from '../../text/ansi.ts'
import { clip, flat } from '../../text/clip.ts'
import { compactJson, plainJson } from '../../text/json.ts'
import { clipSpeech } from '../../text/sentences.ts'
import { change } from './change.ts'
import { effectOf } from './effect.ts'
import { search, web } from './lookups.ts'
import { outcome, shellLine, type Outcome } from './outcome.ts'
import { outputLines, tellingLines } from './output.ts'
import { POLL } from './programs.ts'
import { demandsOf, isRules } from './rules.ts'
import { shell } from './shell.ts'
import { statementsIn } from './statements.ts'
import { tasks } from './tasks.ts'
import { clipEnds, KEPT, PLAN, type CallFacts, type Part, type ToldCall } from './told.ts'

export type { CallKind, ToldCall } from './told.ts'

/** A printed file this short that defines nothing is data: what it says is what it was read for. */
const DATA = 1_200
/** Of what a sub-agent was told. */
const PROMPT = 300

export function tellCall(call: CallFacts): ToldCall {
  const result = outcome(call, call, call)
  const told = {
    cut: 'output',
    changed: [],
    ...byTool(call, result),
    state: result.state,
    ...(result.looked && { looked: true as const }),
  } as const
  if (result.state === 'rejected')
    return {
      ...told,
      changed: [],
      said: result.said ?? '',
      text: told.kind === 'change' || told.kind === 'plan' ? told.text : '',
    }
  if (result.state === 'failed' && told.kind !== 'command')
    return {
      ...told,
      changed: [],
      cut: 'output',
      // What a tool says of its own failure is nobody's answer.
      ...(told.said !== undefined && { said: '' }),
      text: result.lines.join('\n') || 'failed',
    }
  return told
}

function byTool(call: CallFacts, result: Outcome): Part {
  const { tool, input, text, tools } = call
  const args = isObject(input) ? input : {}
  const known = toolOf(tool, tools)
  const line = shellLine({ tool, input }, tools)
  const actions = fileActions(tool, input, tools)
  const changes = actions.filter(({ type }) => CHANGES.has(type))
  if (line !== undefined) {
    const shown = result.state === 'failed' ? [] : actions.flatMap(shownBy)
    if (shown.length > 0 && actions.every(({ type }) => type === 'read' || type === 'show')) {
      const told = looked(shown, text)
      if (told.text !== '' || text.length > DATA || text.split('\n').some((one) => DEFINES.test(one))) return told
    }
    if (changes.length > 0 && changes.length === actions.length && onlyWrites(line)) return change(changes)
    const told = { ...shell(line, text, result), changed: result.state === 'failed' ? [] : changes.flatMap(pathIn) }
    // Handed on by another tool: which one has to be known to do it again.
    return tool.includes('__') ? { ...told, head: `${tool} ${told.head}` } : told
  }
  if (changes.length > 0) return change(changes)
  const [first] = actions
  // A recording may leave out what was changed; where is known all the same.
  if ((known?.does === 'edit' || known?.does === 'write') && first?.type === 'doubt' && typeof first.reach !== 'string')
    return { kind: 'change', head: `change ${first.reach.join(' ')}`, text: '', changed: [...first.reach] }
  if (first?.type === 'read') return looked([first], text)
  if (first?.type === 'search' && !known?.isElsewhere) return search(args, text)
  if (known?.does === 'tasks' || known?.task) return tasks(tool, args, text)
  if (typeof args['plan'] === 'string')
    return { kind: 'plan', head: `${tool}, the plan`, text: args['plan'].slice(0, PLAN), cut: 'speech' }
  if (known?.does === 'ask') return ask(args, text)
  if (known?.does === 'subagent') return report(tool, args, text)
  if (known?.isElsewhere || 'url' in args || 'urls' in args) return web(tool, args, text)
  return other(tool, input, text)
}

const CHANGES = new Set<FileAction['type']>(['write', 'edit', 'insert', 'append', 'replace', 'forget', 'move'])

function pathIn({ path }: FileAction): string[] {
  return path === undefined ? [] : [path]
}

/** A command line that does nothing but put text into files. */
function onlyWrites(line: string): boolean {
  return commandLine(line).every(({ words: [program = ''] }) => /^(?:cd|apply_patch|cat|tee)$/.test(program))
}

type Shown = Omit<Extract<FileAction, { type: 'read' }>, 'type'>

/** The files a command line prints. */
function shownBy(action: FileAction): Shown[] {
  if (action.type === 'read') return [action]
  return action.type === 'show' ? action.parts.filter((piece) => piece.type === 'file') : []
}

/** What was read: of rules what they demand, of anything else the sentences in it that give a figure or a reason. */
function looked(files: readonly Shown[], text: string): Part {
  const head = `read ${files.map((file) => `${file.rev === undefined ? '' : `${file.rev}:`}${file.path}${rangeOf(file)}`).join(', ')}`
  const isDemand = isRules(files[0]?.path ?? '')
  return { kind: 'look', head, text: isDemand ? demandsOf(text, files.length) : statementsIn(text), cut: 'page' }
}

function rangeOf({ from, count }: Shown): string {
  if (count === undefined) return from === undefined ? '' : ` from ${from}`
  return ` ${from ?? 1}-${(from ?? 1) + count - 1}`
}

/** The agent asked the user through a tool: the answer is the user's word. */
function ask(args: JsonObject, text: string): Part {
  const said = answersIn(flat(plainText(text.slice(0, KEPT))))
  return { kind: 'ask', head: 'asked the user:', text: questionsIn(args), cut: 'speech', said }
}

/** Each question in a line, with the names of the choices. */
function questionsIn(args: JsonObject): string {
  const asked = Array.isArray(args['questions']) ? args['questions'].filter(isObject) : []
  const lines = asked.map(({ question, options }) => {
    const choices = (Array.isArray(options) ? options : []).map((one) => (isObject(one) ? one['label'] : one))
    return `${typeof question === 'string' ? question : ''}${choices.length > 0 ? ` (${choices.join(' | ')})` : ''}`
  })
  return lines.length > 0 ? lines.join('\n') : compactJson(args)
}

/** Of the question an answer needs no more than what it is about. */
const ABOUT = 100
const ANSWER = /"((?:[^"\\]|\\.)+)"="((?:[^"\\]|\\.)*)"/g

/** Claude Code repeats each question before its answer, and the answers would be cut: `"Which one?"="The first"`. */
function answersIn(text: string): string {
  const answers = [...text.matchAll(ANSWER)].map(
    ([, question = '', answer = '']) => `${clip(question, ABOUT)} → ${answer}`,
  )
  return answers.length > 0 ? answers.join('; ') : text
}

function report(tool: string, args: JsonObject, text: string): Part {
  const what = args['description'] ?? args['title'] ?? args['name'] ?? ''
  const prompt = args['prompt'] ?? args['task'] ?? args['message'] ?? args['instructions'] ?? ''
  const told = typeof prompt === 'string' && prompt !== '' ? clipSpeech(flat(prompt), PROMPT) : flat(compactJson(args))
  const head = `${tool}${typeof what === 'string' && what !== '' ? ` “${flat(what)}”` : ''}, told: ${told}`
  return { kind: 'report', head, text: plainText(text.slice(0, PLAN)), cut: 'speech' }
}

/** Of what a call was given. */
const GIVEN = 600
const CODE = /^\[exit code -?\w+\]\n?/

function other(tool: string, input: Json, text: string): Part {
  const args = isObject(input) ? input : {}
  if (typeof args['thought'] === 'string' && text.length < 200)
    return { kind: 'other', head: tool, text: args['thought'], cut: 'speech' }
  const head = flat(`${tool} ${input === null ? '' : clip(compactJson(input), GIVEN)}`)
  // What a program printed while it was waited for.
  if (POLL.test(head)) {
    const lines = outputLines(text)
    const failed = lines.some(({ sign }) => sign === 'failed')
    return { kind: 'command', head, text: tellingLines(lines, failed).join('\n') }
  }
  const values = new Set(Object.values(args).map((value) => JSON.stringify(value)))
  const said = plainJson(plainText(clipEnds(text, PLAN)).replace(CODE, ''), values)
  const effect = effectOf(tool)
  return { kind: 'other', head, text: clipEnds(said), ...(effect && { effect }) }
}
