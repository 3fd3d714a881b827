import { withoutNotes } from './notes.ts'
import { cutTags } from './tags.ts'

export type NumberedLine = { readonly number: number; readonly text: string }

const NUMBERED = /^ {0,9}(\d{1,7})(?:→|\t| ?\| ?|: ?)(.*)$/
/** As Copilot CLI numbers lines: a list looks alike, so all of them have it, and one is as no item of a list begins. */
const POINTED = /^(\d{1,7})\.(?: (.*))?$/
const NO_ITEM = /^(?:$|\s|[{}[\])<>/#@;])/

/** What a read tool shows of a file. */
export type ShownText = {
  readonly lines: readonly NumberedLine[]
  /** It goes to the end of the file, as far as the text tells. */
  readonly whole: boolean
  readonly total: number | undefined
}

/**
 * The lines of a file as a read tool shows them, without its notes. Numbers in front of the lines are parsed (`cat -n`,
 * `12→`, `12|`, `12:`); without them the lines are counted from `from`.
 */
export function shownText(text: string, from = 1, count?: number): ShownText {
  const shown = withoutNotes(withoutReminders(text))
  const lines = shown.lines.at(-1) === '' ? shown.lines.slice(0, -1) : shown.lines
  const numbered = numberedRun(lines)
  const isNumbered = numbered.length > 0 && numbered.length * 2 >= lines.length
  const found = isNumbered ? numbered : lines.map((line, index) => ({ number: from + index, text: line }))
  return { lines: found, whole: !shown.cut && count === undefined, total: shown.total }
}

/** The numbered lines in a text that has other lines too, such as the snippet an edit tool answers with. */
export function numberedLines(text: string): NumberedLine[] {
  return numberedRun(withoutReminders(text).split('\n'))
}

/** Hosts append remarks of their own to a result. */
function withoutReminders(text: string): string {
  const { rest, inner } = cutTags(text, ['system-reminder'])
  return inner.length > 0 ? rest.trimEnd() : text
}

/** The lines of a file without the numbers its reader put before them; texts without such numbers as they are. */
export function withoutNumbers(text: string): string {
  const lines = text.split('\n')
  const pointed = runOf(lines, POINTED)
  if (isPointed(pointed, lines)) return pointed.map((line) => line.text).join('\n')
  return lines.map((line) => /^ {0,8}\d{1,7}(?:→|\||\t)(.*)$/.exec(line)?.[1] ?? line).join('\n')
}

/** Only lines whose numbers follow each other: a lone `12:30` is no line of a file. */
function numberedRun(lines: readonly string[]): NumberedLine[] {
  const found = runOf(lines, NUMBERED)
  if (found.length > 1 || (found.length === 1 && lines.filter((line) => line !== '').length === 1)) return found
  const pointed = runOf(lines, POINTED)
  return isPointed(pointed, lines) ? pointed : []
}

function runOf(lines: readonly string[], pattern: RegExp): NumberedLine[] {
  const found: NumberedLine[] = []
  let last = -1
  for (const line of lines) {
    const match = pattern.exec(line)
    const number = Number(match?.[1])
    if (!match || (last >= 0 && number !== last + 1)) continue
    last = number
    found.push({ number, text: match[2] ?? '' })
  }
  return found
}

function isPointed(run: readonly NumberedLine[], lines: readonly string[]): boolean {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length
  return run.length > 1 && run.length === end && run.some(({ text }) => NO_ITEM.test(text))
}

export type Match = { readonly path?: string; readonly number: number; readonly text: string }

const HIT = /^(?:((?:[A-Za-z]:)?[^:\n]{1,400}?)[:-])?(\d{1,7})[:-](.*)$/

/** Lines a search printed with their numbers; hits without a path belong to the one file that was searched. */
export function searchHits(text: string, searched: string | undefined): Match[] {
  const hits: Match[] = []
  for (const line of text.split('\n')) {
    const match = line.length < 2000 ? HIT.exec(line) : null
    if (!match) continue
    const path = match[1]
    if (path === undefined ? !searched || !looksLikeFile(searched) : !looksLikeFile(path)) continue
    hits.push({ ...(path !== undefined && { path }), number: Number(match[2]), text: match[3] ?? '' })
  }
  return hits
}

function looksLikeFile(path: string): boolean {
  return /\.[A-Za-z]\w{0,9}$/.test(path) && !/\s/.test(path)
}
