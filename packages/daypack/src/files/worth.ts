import { DEFINES, definedName } from './defines.ts'
import type { KnownLine } from './lines.ts'

/** Nothing to read: blank, only closes or opens something, or an error that is handed on. */
const EMPTY = /^[\s)}\](;,{[>]*(?:end|else|try|finally|do|then|fi|done|begin|pass|return|break|continue)?[\s;:{(,]*$/i
const HANDED_ON =
  /^\s*(?:(?:}\s*)?if (?:err|e|error) != nil \{|return (?:.*, )?(?:err|nil|fmt\.Errorf\(.*\b(?:err|e)\))(?:, (?:err|nil))*;?|} else \{)\s*(?:\/\/.*)?$/
const IMPORTS =
  /^\s*(?:import\b|from \S+ import\b|#include\b|using \w|require\(|use [\w:]+;|package \w+;?$|"[\w./-]+"$|export \{.*\} from)/
/** What is said for a log only, and the values handed to it. */
const LOGS =
  /^\s*(?:slog|log|logger|logging|console)\.\w+\(|^\s*(?:slog|zap|attribute)\.\w+\(.*\),?$|^\s*["'][\w-]+["'], ?[\w.()]+[,)]*$/
const LICENCE = /copyright|SPDX-|licen[cs]ed? under|all rights reserved|eslint-disable|@ts-|nolint/i
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!include|define|if|endif|\[)|--\s|;;|"""|'''|<!--)/
const REASON =
  /\b(?:because|since|so that|otherwise|avoid|prevent|instead|never|must|only|always|unless|whether|why|reason|rather|note|todo|fixme|hack|workaround|deprecated|limit|default|at most|at least|too|would|cannot|can't|don't|doesn't|not)\b|因为|避免|否则|必须|默认/i
/** A value that was chosen: a number, a flag, a quoted word. */
const VALUE = /[:=]\s*(?:-?\d[\d_.]+\w*|-?[2-9]\w*|true|false|(["'`]).{2,80}\1)\s*[,;)}\]]*\s*(?:(?:\/\/|#).*)?$/
/** A value that only begins something. */
const STARTS =
  /^\s+(?:(?:const|let|var|val)\s+)?[\w.]+(?:: ?[\w<>[\]]+)?\s*:?=\s*(?:0|1|-1|""|''|nil|null|None|\[\]|\{\}|true|false)[,;]?$/
const QUOTED = /(["'`])(?=[^"'`]*\s)[^"'`]{10,}\1?/
const BRANCHES =
  /^\s*(?:}?\s*(?:else )?if\b|elif\b|switch\b|case\b|match\b|when\b|for\b|while\b|return\b|throw\b|raise\b|yield\b)/
/** A document: headings and items say what it holds. */
const HEADING = /^\s*#{1,6} \S/
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/

const known = new WeakMap<KnownLine, number>()

/** How much a line tells somebody who will not see the lines around it. A line is never changed, so it is asked once. */
export function worthOf(line: KnownLine): number {
  let worth = known.get(line)
  if (worth === undefined) known.set(line, (worth = worthOfText(line.text)))
  return worth
}

/** A comment shorter than this repeats the line below it. */
const SHORT_COMMENT = 44

function worthOfText(text: string): number {
  if (EMPTY.test(text) || HANDED_ON.test(text) || IMPORTS.test(text) || LICENCE.test(text)) return 0
  if (LOGS.test(text)) return 0.05
  if (HEADING.test(text)) return 1
  if (isEmptyComment(text)) return 0
  if (COMMENT.test(text)) return REASON.test(text) ? 2 : text.trim().length < SHORT_COMMENT ? 0.6 : 1.2
  if (STARTS.test(text)) return 0
  if (isDefinition(text)) return VALUE.test(text) ? 1.4 : 1.1
  if (ITEM.test(text)) return REASON.test(text) ? 1.2 : 0.8
  if (VALUE.test(text)) return 0.5
  if (QUOTED.test(text)) return 0.7
  if (BRANCHES.test(text)) return text.trim().length > 24 ? 0.4 : 0.1
  return REASON.test(text) ? 0.5 : 0.2
}

/** Not a name for use nearby, nor a call that looks like a definition. */
function isDefinition(text: string): boolean {
  if (definedName(text) === undefined) return false
  if (/^\s*(?:export\s+)?(?:const|let|var|val)\b/.test(text)) return VALUE.test(text) || /^\S.*[({]$/.test(text)
  return DEFINES.test(text) || /[{:(=>]\s*$/.test(text)
}

function isEmptyComment(text: string): boolean {
  return /^[\s/*#;<>!"'=-]*$/.test(text)
}

export function isComment(line: KnownLine | undefined): boolean {
  return line !== undefined && COMMENT.test(line.text) && !HEADING.test(line.text)
}

const FUNCTION =
  /\b(?:func|function|fn|def|fun|sub|proc|class|impl|trait|module|namespace|describe|test|it)\b|=>\s*\{$|\)\s*(?::[^={]+)?\{$/

/** Opens a list of values or fields, which say more than the line that opens it. */
export function opensList(text: string): boolean {
  return /[({[]\s*$/.test(text) && !FUNCTION.test(text) && !BRANCHES.test(text) && !LOGS.test(text)
}
