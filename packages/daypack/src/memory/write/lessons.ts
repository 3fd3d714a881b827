import { isObject, type Json } from '../../model/json.ts'
import type { Statement } from '../notes/statement.ts'
import { likeness } from '../trust/terms.ts'
import type { Attempt } from './speech.ts'

/** A fix is looked for this many calls after the failure. */
const FIX_WITHIN = 10
const MAX_LESSONS = 6
const SOMEWHAT = 0.3

/**
 * What failed, why, and what fixed it: another way to call the same thing, or the files changed before the same call went
 * through. A failure that does not say why teaches nothing, and neither does a call the user stopped.
 */
export function lessons(attempts: readonly Attempt[]): Statement[] {
  const items: Statement[] = []
  const seen = new Set<string>()
  attempts.forEach((failed, index) => {
    const why = failed.failed && !STOPPED.test(failed.output) ? reason(failed.output) : undefined
    if (why === undefined || isEdit(failed)) return
    const found = fixOf(failed, attempts.slice(index + 1, index + 1 + FIX_WITHIN))
    const call = command(failed.input)
    if (found === undefined || seen.has(call)) return
    seen.add(call)
    items.push({
      kind: 'Lesson',
      text: `${shown(failed)} failed: ${why}. ${found.text}`,
      by: 'tool',
      seqs: [failed.seq, found.fix.seq],
    })
  })
  return items.slice(0, MAX_LESSONS)
}

const STOPPED = /doesn't want to proceed|was rejected|interrupted|no result was recorded|sibling tool call|cancell?ed/i
const EDIT_TOOL = /edit|write|patch|replace|insert|create/i

function isEdit(attempt: Attempt): boolean {
  return EDIT_TOOL.test(attempt.tool)
}

function fixOf(failed: Attempt, later: readonly Attempt[]): { fix: Attempt; text: string } | undefined {
  const changed = new Set<string>()
  const call = command(failed.input)
  for (const each of later) {
    if (isEdit(each)) {
      if (!each.failed) changed.add(fileOf(each.input))
    } else if (!each.failed && each.tool === failed.tool) {
      const again = command(each.input)
      if (again === call && changed.size > 0)
        return { fix: each, text: `What fixed it: changing ${[...changed].slice(0, 3).join(', ')}` }
      if (again !== call && changed.size === 0 && akin(call, again))
        return { fix: each, text: `What worked: ${shown(each)}` }
    }
  }
  return undefined
}

/** Commands without what only shapes their output. */
function command(input: Json): string {
  return inputText(input)
    .replace(/(?<!\s)\s*\d?>{1,2}\s?(?:&\d|\/dev\/null)/g, '')
    .replace(/\|\s*(?:head|tail|grep|less|cat|wc|sort|tee)\b[^|&;]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Two tries at the same thing: some of the same words, with the same target at the end. */
function akin(a: string, b: string): boolean {
  const parts = (text: string): string[][] => text.split(/&&|\|\||;/).map(words)
  return parts(a).some((left) =>
    parts(b).some((right) => target(left) === target(right) && likeness(new Set(left), new Set(right)) >= SOMEWHAT),
  )
}

function words(text: string): string[] {
  return text.split(/[\s"'=,;:{}[\]()]+/).filter((word) => word.length > 1)
}

function target(words: readonly string[]): string | undefined {
  return words.at(-1)?.split('/').at(-1)
}

/** Lines that say why. */
const TELLING =
  /no such|not found|cannot|can't|could not|unknown|undefined|unexpected|denied|refused|invalid|ambiguous|must |expected|missing|is not |unable|syntax|mismatch|timed? ?out|already exists|required|unsupported|找不到|无法|拒绝|不存在|缺少/i

function reason(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const line = lines.find((each) => TELLING.test(each) && each.split(/\s+/).length > 2)
  if (line === undefined) return undefined
  return line.length > 160 ? `${line.slice(0, 159).toWellFormed()}…` : line.replace(/\.$/, '')
}

function shown({ tool, input }: Attempt): string {
  const text = command(input).replaceAll('`', "'")
  return `${tool} \`${text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text}\``
}

function fileOf(input: Json): string {
  return fieldOf(input, ['file_path', 'path', 'file', 'notebook_path']) ?? 'a file'
}

function inputText(input: Json): string {
  if (typeof input === 'string') return input
  return fieldOf(input, ['command', 'cmd', 'script', 'query', 'path', 'file_path', 'url']) ?? JSON.stringify(input)
}

function fieldOf(input: Json, names: readonly string[]): string | undefined {
  return isObject(input) ? names.map((name) => input[name]).find((value) => typeof value === 'string') : undefined
}
