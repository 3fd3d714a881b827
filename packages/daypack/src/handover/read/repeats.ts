import type { Seq } from '../../model/edit.ts'

/** Lines of long texts, and the message each was told in. */
export type Told = Map<string, Seq>

const LONG = 1500
const LINE = 40
const MOST_LINES = 6_000
const SAME = 0.8

/** A long text, such as a report, that one message told before by nearly all of its lines: where, and what is new in it. */
export function withoutReport(known: Told, text: string, seq: Seq): string {
  if (text.length < LONG) return text
  const lines = text.split('\n').flatMap((line) => (line.trim().length >= LINE ? [line.trim()] : []))
  const fresh = lines.filter((line) => !known.has(line))
  const before = Map.groupBy(lines, (line) => known.get(line))
  for (const line of fresh) known.set(line, seq)
  for (const line of known.keys()) {
    if (known.size <= MOST_LINES) break
    known.delete(line)
  }
  const same = [...before].find(
    ([at, own]) => at !== undefined && lines.length > 2 && own.length >= lines.length * SAME,
  )
  if (!same) return text
  return fresh.length === 0 ? `(as told at [${same[0]}])` : `(as told at [${same[0]}], and)\n${fresh.join('\n')}`
}
