import { patternOf } from '../dialects/dialects.ts'

/**
 * Remarks that read tools and shells put around the content of a file: they are never lines of it. What was left out in the
 * middle ends what can be counted.
 */
export type Shown = {
  readonly lines: readonly string[]
  /** Lines in the whole file, when a note says so. */
  readonly total?: number
  /** Something was left out: the file does not end where the text does. */
  readonly cut: boolean
}

/** A line that is a note all by itself. */
const NOTE = patternOf('fileNotes', String.raw`^\s*`, String.raw`\s*$`)
/** The parts of a text where notes stand: tools write them before and behind the content. */
const HEAD = 6
const TAIL = 8
const MIDDLE =
  /^\s*(?:\[?(?:…|\.{3})\s?\[?\d[\d,]* (?:bytes|lines|characters|tokens|chars) (?:left out|truncated|omitted)|\[\d[\d,]* (?:bytes|lines|characters) (?:left out|truncated|omitted)|(?:…|\.{3})\s?\d[\d,]* (?:tokens|lines|chars|characters) truncated)/i

export function withoutNotes(text: string): Shown {
  const all = text.split('\n')
  let from = 0
  let to = all.length
  let total: number | undefined
  let cut = false
  let isPartial = false
  const note = (line: string): void => {
    const found = /(?:\bof (\d{1,7})(?: lines)?\b|\((\d{1,7}) lines total\))/.exec(line)
    total ??= found ? Number(found[1] ?? found[2]) : undefined
    isPartial ||= line.includes('start_column=')
    cut ||= /\bmore\b|truncated|offset|read on|left out|omitted|clipped|start_line/i.test(line)
  }
  const isNote = (line: string | undefined): boolean => line !== undefined && line.length < 1200 && NOTE.test(line)
  for (let at = 0; at < Math.min(HEAD, all.length); at++) {
    if (!isNote(all[at])) continue
    note(all[at] ?? '')
    from = at + 1
  }
  for (let at = all.length - 1; at >= Math.max(from, all.length - TAIL); at--) {
    if (!isNote(all[at])) continue
    note(all[at] ?? '')
    to = at
  }
  if (to < all.length && all[to - 1]?.trim() === '') to--
  const middle = all.findIndex((line, at) => at >= from && at < to && line.length < 300 && MIDDLE.test(line))
  if (middle >= 0) {
    to = middle
    cut = true
  }
  return { lines: all.slice(from, isPartial ? to - 1 : to), cut, ...(total !== undefined && { total }) }
}

/** A line the tool itself cut short holds no line of the file. */
export function isCutLine(line: string): boolean {
  return /(?:…|\.{3}) ?[[(](?:\d[\d,]* (?:more )?characters|line truncated|truncated)[^\n]{0,60}[\])]$/i.test(
    line.slice(-120),
  )
}
