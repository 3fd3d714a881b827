import { withoutDay } from './as-of.ts'
import { PERSON, type Source } from './provenance.ts'
import { sourceOf, withoutMarks } from './source.ts'

/** One statement of a note: a list item with its continuation, or a paragraph. Lines are counted from 1. */
export type NoteEntry = {
  readonly startLine: number
  readonly endLine: number
  /** What it says, without bullet, mark, strike and the day it was said. */
  readonly text: string
  /** The day it was said, where the line gives it. */
  readonly asOf?: string
  /** Headings above it, outermost first. */
  readonly section: readonly string[]
  readonly source: Source
  /** Struck out: recorded as no longer true. */
  readonly struck: boolean
}

/** The statements of a note; headings, code, tables, rules and front matter are not statements. */
export function entriesOf(note: string): NoteEntry[] {
  const lines = note.split(/\r?\n/)
  const entries: NoteEntry[] = []
  const section: string[] = []
  let open: { start: number; lines: string[]; item: boolean } | undefined
  let fence: string | undefined

  const close = (end: number): void => {
    if (open !== undefined) entries.push(entry(open.lines, open.start, end, section))
    open = undefined
  }
  for (let index = frontMatter(lines); index < lines.length; index++) {
    const line = lines[index] ?? ''
    const shown = withoutMarks(line)
    const ticks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const heading = /^(#{1,6})\s(.*)$/.exec(shown)
    const item = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/.exec(shown)
    if (fence !== undefined) {
      if (ticks?.startsWith(fence) === true) fence = undefined
    } else if (ticks !== undefined) {
      close(index)
      fence = ticks
    } else if (heading !== null) {
      close(index)
      section.length = Math.min(section.length, (heading[1]?.length ?? 1) - 1)
      section[(heading[1]?.length ?? 1) - 1] = (heading[2] ?? '')
        .trimEnd()
        .replace(/(?<!#)#+$/, '')
        .trim()
    } else if (shown.trim() === '' || /^\s*\|/.test(shown) || /^\s*(?:[-*_]\s*){3,}$/.test(shown)) {
      close(index)
    } else if (item !== null) {
      close(index)
      open = { start: index + 1, lines: [line], item: true }
    } else if (open === undefined) {
      open = { start: index + 1, lines: [line], item: false }
    } else {
      open.lines.push(line)
    }
  }
  close(lines.length)
  return entries.filter((each) => each.text !== '')
}

function entry(lines: readonly string[], startLine: number, end: number, section: readonly string[]): NoteEntry {
  const raw = lines.join('\n')
  const text = withoutMarks(raw)
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/(?<![^\S\n])[^\S\n]*\n\s*/g, ' ')
    .trim()
  const struck = text.startsWith('~~')
  return {
    startLine,
    endLine: Math.min(end, startLine + lines.length - 1),
    ...withoutDay(struck ? text.slice(2, text.indexOf('~~', 2) < 0 ? undefined : text.indexOf('~~', 2)).trim() : text),
    section: section.filter(Boolean),
    source: sourceOf(raw) ?? PERSON,
    struck,
  }
}

function frontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0
  const end = lines.indexOf('---', 1)
  return end > 0 && end < 100 ? end + 1 : 0
}
