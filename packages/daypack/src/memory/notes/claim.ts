import type { Source } from './provenance.ts'
import { entriesOf } from './entries.ts'
import { sourceMark, sourceOf } from './source.ts'

/**
 * A note after our change, in which no statement passes for a person's that was not one before: what is new and carries no
 * source gets this one. Marking line by line leaves such statements where Markdown is read in two ways, as with a fence
 * that only one reader takes for one.
 */
export function claimed(before: string | undefined, after: string, source: Source): string {
  const theirs = new Map<string, number>()
  for (const { text } of unmarked(before ?? '')) theirs.set(text, (theirs.get(text) ?? 0) + 1)
  const open = unmarked(after).filter(({ text }) => {
    const left = theirs.get(text) ?? 0
    if (left > 0) theirs.set(text, left - 1)
    return left === 0
  })
  if (open.length === 0) return after
  const mark = sourceMark(source)
  const ends = new Set(open.map(({ endLine }) => endLine))
  return after
    .split('\n')
    .map((line, index) => (ends.has(index + 1) ? `${line.trimEnd()} ${mark}` : line))
    .join('\n')
}

function unmarked(note: string): { text: string; endLine: number }[] {
  const lines = note.split(/\r?\n/)
  return entriesOf(note).filter(
    ({ startLine, endLine }) => sourceOf(lines.slice(startLine - 1, endLine).join('\n')) === undefined,
  )
}
