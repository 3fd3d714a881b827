import { commandLine, type Command } from '../../../tools/command-line.ts'
import { command } from '../../../tools/actions.ts'
import { toolOf, type ToolTable } from '../../../tools/table.ts'
import { isObject, type Json } from '../../../model/json.ts'
import { echoedCode, exitCode } from './exit-code.ts'
import { isMasked, looks, programOf } from './looking.ts'
import { rejection } from '../speech/rejection.ts'
import { firstLines, told, tellingLines, type Told } from './telling.ts'

/** A tool call as the log holds it. */
export type Called = { readonly tool: string; readonly input: Json }
/** Its result as text; `isError` as the wire says it, undefined when it says nothing. */
export type Answered = { readonly text: string; readonly isError?: boolean }

/** What came out of a call. Never better than what is proven: what nobody said went well is `unknown`. */
export type Outcome = {
  readonly state: 'ok' | 'failed' | 'rejected' | 'unknown'
  /** The few lines a reader needs. */
  readonly lines: readonly string[]
  /** Lines of output in all, without blank ones and the host's frame. */
  readonly count: number
  /** The user's words in a rejection. */
  readonly said?: string
  readonly exitCode?: number
  /** The call only looked at something: its failure leaves nothing open. */
  readonly looked?: true
}

export type OutcomeOptions = {
  /** The host is known to mark failures (it marked one before): then a result without a mark went well. */
  readonly marks?: boolean
  readonly maxLines?: number
  /** The host's tools, beside those everybody knows. */
  readonly tools?: ToolTable | undefined
}

export const NO_OUTPUT = 'no output'
export const NO_RESULT = 'no result was recorded'
/** Our own note for a lost result, and hosts that did not run a call because another one failed. */
/** A result that only says there is none. */
export const LOST =
  /^\[daypack: no result|^\s*(?:<tool_use_error>)?(?:Sibling tool call errored|Cancelled: parallel tool call|Tool call was not run)/
const MAX_LINES = 5
/** Of content and of a tool's own message the first lines. */
const LOOKED_AT = 3

export function outcome(called: Called, answered: Answered, options: OutcomeOptions = {}): Outcome {
  const { marks = false, maxLines = MAX_LINES, tools } = options
  const refused = rejection(answered.text)
  if (refused) return { state: 'rejected', lines: [], count: 0, ...refused }
  if (LOST.test(answered.text.slice(0, 200))) return { state: 'unknown', lines: [NO_RESULT], count: 0 }
  const does = toolOf(called.tool, tools)?.does
  const { lines, count } = told(answered.text, does !== 'read' && does !== 'search')
  const line = shellLine(called, tools)
  const found =
    line === undefined
      ? ofTool(does === 'read' || does === 'search', lines, answered, marks)
      : ofShell(line, lines, answered, marks)
  const code = line === undefined ? undefined : exitCode(answered.text)
  const isContent = found.looked && found.state !== 'failed'
  const isMessage = line === undefined && found.state === 'failed'
  const shown = isContent
    ? firstLines(lines, does === 'read' ? 0 : LOOKED_AT)
    : isMessage
      ? firstLines(
          lines.filter(({ text }) => !/^error:?$/i.test(text)),
          LOOKED_AT,
        )
      : tellingLines(lines, found.state === 'failed', maxLines)
  return {
    state: found.state,
    lines: lines.length === 0 ? [found.empty] : shown,
    count,
    ...(code !== undefined && { exitCode: code }),
    ...(found.looked && { looked: true as const }),
  }
}

type Found = { readonly state: 'ok' | 'failed' | 'unknown'; readonly empty: string; readonly looked: boolean }

/** Programs that end with 1 to say no. */
const SAY_NO = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'pgrep', 'which', 'diff', 'cmp', 'test', '['])

function ofShell(line: string, lines: readonly Told[], { text, isError }: Answered, marks: boolean): Found {
  const commands = commandLine(line)
  const looked = looks(commands)
  const code = exitCode(text)
  const last = programOf(commands.at(-1)?.words ?? [])
  const says = (sign: string): boolean => lines.some((one) => one.sign === sign)
  const ownErrors = lines.length > 0 && lines.every((one) => one.sign === 'error')
  const empty = NO_OUTPUT
  if (code === 1 && SAY_NO.has(last) && !says('error')) {
    const differs = last === 'diff' || last === 'cmp'
    return { state: 'ok', empty: differs ? 'they differ' : 'no match', looked: true }
  }
  if (code !== undefined ? code !== 0 : isError === true) return { state: 'failed', empty, looked }
  const masked = isMasked(commands, line)
  const proven = echoedCode(text) === 0 || (!masked && (code === 0 || isError === false || marks))
  if (looked) return { state: ownErrors ? 'failed' : lines.length > 0 || proven ? 'ok' : 'unknown', empty, looked }
  if (says('failed') && (masked || code !== 0)) return { state: 'failed', empty, looked }
  if (proven || (lines.length === 0 && isSilent(commands))) return { state: 'ok', empty, looked }
  if (says('error') && !says('passed')) return { state: 'failed', empty, looked }
  return { state: says('passed') && !hidesFailures(commands) ? 'ok' : 'unknown', empty, looked }
}

/** A filter behind the program lets only other lines through than those that tell of a failure. */
function hidesFailures(commands: readonly Command[]): boolean {
  return commands.some(
    ({ words, after }) =>
      after === '|' &&
      /^(?:[ef]?grep|rg)$/.test(programOf(words)) &&
      !words.includes('-v') &&
      !/fail|error|not ok|✗|×/i.test(words.join(' ')),
  )
}

/** Compilers and checkers that print nothing when all is well; filters that pass everything on may stand behind them. */
const SILENT =
  /^(?:go (?:build|vet)|(?:npx )?(?:tsc|tsgo|eslint)|gofmt -l|javac|gcc|g\+\+|clang|rustc|shellcheck|(?:ba)?sh -n|node --check|python3? -m py_compile)\b/
const PASSES_ON = new Set(['head', 'tail', 'tee', 'cat'])

function isSilent(commands: readonly Command[]): boolean {
  const main = commands.findLast((one) => !PASSES_ON.has(programOf(one.words)))
  const at = main ? commands.indexOf(main) : -1
  return (
    main !== undefined && SILENT.test(main.words.join(' ')) && commands.slice(at + 1).every((one) => one.after === '|')
  )
}

/** A result that starts like this is the tool's own word that it did not work. */
const TOOL_FAILED =
  /^\s*(?:# [^\n]{0,120}\s{1,4})?(?:<tool_use_error>|Error\b\s?[:\w]|ERROR\b\s?[:\w]|error:|Traceback \(|Exception:|\{?"?error"?\s*[:=]\s*["{[]?\w|\{\s*"(?:success|ok)":\s*false|\{\s*"isError":\s*true|Failed to |Could not |Cannot |Unable to |No replacement was performed|String to replace not found|Invalid \w+|Unknown tool|Tool \S+ not found|Request failed with status code|(?:Tool call|Request|Command|Operation|Execution) timed out|Timed out\b|HTTP(?:\/[\d.]+)? [45]\d\d)|^[^\n]{0,200}\bisError=True|^(?:错误|失败|エラー)[:：]/
const TOOL_ERRORS_AT_END = /\bisError=True\s*\)?\s*$/

function ofTool(looked: boolean, lines: readonly Told[], { text, isError }: Answered, marks: boolean): Found {
  const empty = looked ? 'nothing found' : NO_OUTPUT
  const failed = isError ?? (TOOL_FAILED.test(text.slice(0, 300)) || TOOL_ERRORS_AT_END.test(text.slice(-100)))
  if (failed) return { state: 'failed', empty, looked }
  return { state: lines.length > 0 || isError === false || marks ? 'ok' : 'unknown', empty, looked }
}

/** The command line of a call to a shell; undefined for other tools. */
export function shellLine({ tool, input }: Called, tools?: ToolTable): string | undefined {
  if (toolOf(tool, tools)?.does !== 'shell') return undefined
  return command(isObject(input) ? input : {})
}
