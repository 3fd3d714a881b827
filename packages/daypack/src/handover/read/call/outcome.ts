import { patternOf } from '../../../dialects/dialects.ts'
import { commandLine } from '../../../tools/command-line.ts'
import { command } from '../../../tools/actions.ts'
import { saysFailed } from '../../../speech/failed.ts'
import { toolOf, type ToolTable } from '../../../tools/table.ts'
import { isObject, type Json } from '../../../model/json.ts'
import { rejection } from '../../../speech/rejection.ts'
import { exitCode } from './exit-code.ts'
import { firstLines, outputLines, tellingLines, type OutputLine } from './output.ts'
import { hidesFailures, isMasked, looks, programOf, SAY_NO } from './programs.ts'

/** A tool call as the log holds it. */
export type Called = { readonly tool: string; readonly input: Json }
/** Its result as text; `isError` as the wire says it, undefined when it says nothing. */
export type Answered = { readonly text: string; readonly isError?: boolean | undefined }

/** What came out of a call. Never better than what is proven: what nobody said went well is `unknown`. */
export type Outcome = {
  readonly state: 'ok' | 'failed' | 'rejected' | 'unknown'
  /** The few lines a reader needs. */
  readonly lines: readonly string[]
  /** The user's words in a rejection. */
  readonly said?: string
  /** The call only looked at something: its failure leaves nothing open. */
  readonly looked?: true
}

export type OutcomeOptions = {
  /** The host is known to mark failures (it marked one before): then a result without a mark went well. */
  readonly marks?: boolean
  /** The host's tools, beside those everybody knows. */
  readonly tools?: ToolTable | undefined
}

export const NO_OUTPUT = 'no output'
/** A result that only says there is none: our own note, and hosts that did not run a call because another one failed. */
export const LOST = patternOf('lost', '^')
/** Of content and of a tool's own message the first lines. */
const FIRST_LINES = 3

export function outcome(called: Called, answered: Answered, options: OutcomeOptions = {}): Outcome {
  const { marks = false, tools } = options
  const refused = rejection(answered.text)
  if (refused) return { state: 'rejected', lines: [], ...refused }
  if (LOST.test(answered.text.slice(0, 200))) return { state: 'unknown', lines: ['no result was recorded'] }
  const does = toolOf(called.tool, tools)?.does
  const isLook = does === 'read' || does === 'search'
  const lines = outputLines(answered.text, !isLook)
  const line = shellLine(called, tools)
  const found = line === undefined ? ofTool(isLook, lines, answered, marks) : ofShell(line, lines, answered, marks)
  const isFailed = found.state === 'failed'
  const shown =
    found.looked && !isFailed
      ? firstLines(lines, does === 'read' ? 0 : FIRST_LINES)
      : line === undefined && isFailed
        ? firstLines(
            lines.filter(({ text }) => !/^error:?$/i.test(text)),
            FIRST_LINES,
          )
        : tellingLines(lines, isFailed)
  return {
    state: found.state,
    lines: lines.length === 0 ? [found.empty ?? NO_OUTPUT] : shown,
    ...(found.looked && { looked: true as const }),
  }
}

type Found = { readonly state: 'ok' | 'failed' | 'unknown'; readonly looked: boolean; readonly empty?: string }

function ofShell(line: string, lines: readonly OutputLine[], { text, isError }: Answered, marks: boolean): Found {
  const commands = commandLine(line)
  const looked = looks(commands)
  const code = exitCode(text)
  const last = programOf(commands.at(-1)?.words ?? [])
  const says = (sign: OutputLine['sign']): boolean => lines.some((one) => one.sign === sign)
  if (code === 1 && SAY_NO.has(last) && !says('error'))
    return { state: 'ok', empty: last === 'diff' || last === 'cmp' ? 'they differ' : 'no match', looked: true }
  if (code !== undefined ? code !== 0 : isError === true) return { state: 'failed', looked }
  const masked = isMasked(commands, line)
  const proven = !masked && (code === 0 || isError === false || marks)
  if (looked) {
    const isFailed = lines.length > 0 && lines.every((one) => one.sign === 'error')
    return { state: isFailed ? 'failed' : lines.length > 0 || proven ? 'ok' : 'unknown', looked }
  }
  if (says('failed') && (masked || code !== 0)) return { state: 'failed', looked }
  if (proven) return { state: 'ok', looked }
  if (says('error') && !says('passed')) return { state: 'failed', looked }
  return { state: says('passed') && !hidesFailures(commands) ? 'ok' : 'unknown', looked }
}

function ofTool(looked: boolean, lines: readonly OutputLine[], { text, isError }: Answered, marks: boolean): Found {
  const failed = isError ?? saysFailed(text)
  const isSure = lines.length > 0 || isError === false || marks
  return { state: failed ? 'failed' : isSure ? 'ok' : 'unknown', looked, ...(looked && { empty: 'nothing found' }) }
}

/** The command line of a call to a shell; undefined for other tools. */
export function shellLine({ tool, input }: Called, tools?: ToolTable): string | undefined {
  if (toolOf(tool, tools)?.does !== 'shell') return undefined
  return command(isObject(input) ? input : {})
}
