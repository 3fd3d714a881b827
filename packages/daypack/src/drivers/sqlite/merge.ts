import type { DatabaseSync } from 'node:sqlite'
import { concatPostings, encodePostings, joinPostings, STEPS } from './postings.ts'
import { dropSegment, insertFigures, insertTerms, type Place, type Segment } from './segments.ts'
import { prepared } from './statements.ts'
import { byteOrder, entriesOf, type TermEntry } from './term-blocks.ts'

export function mergeSegments(
  db: DatabaseSync,
  place: Place,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
): Segment | undefined {
  const kept: { segment: Segment; local: number }[] = []
  const read = prepared(db, 'SELECT data FROM posting WHERE segment = ? ORDER BY first')
  const sources = segments.map((segment): Run => {
    const from = kept.length
    const moved = new Int32Array(segment.units)
    for (let local = 0; local < segment.units; local++)
      moved[local] = isLive(segment.files[local] as number) ? kept.push({ segment, local }) - 1 - from : -1
    const rows = read.all(segment.id) as { data: Uint8Array }[]
    const isWhole = kept.length - from === segment.units
    return { from, entries: entriesIn(rows, isWhole ? undefined : moved) }
  })
  for (const { id } of segments) dropSegment(db, id)
  if (kept.length === 0) return undefined
  const made = insertFigures(db, place, {
    units: kept.length,
    files: Int32Array.from(kept, ({ segment, local }) => segment.files[local] as number),
    lengths: Int32Array.from(kept, ({ segment, local }) => segment.lengths[local] as number),
    days: Int32Array.from(kept, ({ segment, local }) => segment.days[local] as number),
    flags: Uint8Array.from(kept, ({ segment, local }) => segment.flags[local] as number),
  })
  insertTerms(db, made.id, merged(sources))
  return made
}

type Run = { readonly from: number; readonly entries: Iterator<TermEntry, undefined> }

function* entriesIn(
  rows: readonly { data: Uint8Array }[],
  moved: Int32Array | undefined,
): Iterator<TermEntry, undefined> {
  for (const { data } of rows) {
    for (const entry of entriesOf(data)) {
      const rest = moved ? without(entry, moved) : entry
      if (rest !== undefined) yield rest
    }
  }
  return undefined
}

function without({ term, postings }: TermEntry, moved: Int32Array): TermEntry | undefined {
  const found = joinPostings([{ from: 0, data: postings }], moved)
  if (found === undefined) return undefined
  const units = found.units.map((unit) => moved[unit] as number)
  const steps = found.freqs.map((frequency) => Math.round(frequency * STEPS))
  return { term, last: units.at(-1) as number, postings: encodePostings(units, steps) }
}

function* merged(sources: readonly Run[]): Generator<TermEntry> {
  const heads = sources.map(({ entries }) => entries.next().value)
  for (;;) {
    let term: string | undefined
    for (const head of heads)
      if (head !== undefined && (term === undefined || byteOrder(head.term, term) < 0)) term = head.term
    if (term === undefined) return
    const parts: { from: number; data: Uint8Array; last: number }[] = []
    for (const [index, { from, entries }] of sources.entries()) {
      const head = heads[index]
      if (head?.term !== term) continue
      parts.push({ from, data: head.postings, last: head.last })
      heads[index] = entries.next().value
    }
    const end = parts.at(-1) as { from: number; last: number }
    yield { term, last: end.from + end.last, postings: concatPostings(parts) }
  }
}
