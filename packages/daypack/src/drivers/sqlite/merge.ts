import type { DatabaseSync } from 'node:sqlite'
import { decodePostings, encodePostings } from './postings.ts'
import { dropSegment, insertFigures, insertTerms, type Place, type Segment } from './segments.ts'
import { prepareOnce } from './statements.ts'
import { entriesOf, inByteOrder, type TermEntry } from './term-blocks.ts'

type Merged = Map<string, { readonly units: number[]; readonly steps: number[] }>

/** One segment of the live units of several; undefined when none is left. */
export function mergeSegments(
  db: DatabaseSync,
  place: Place,
  segments: readonly Segment[],
  isLive: (file: number) => boolean,
): Segment | undefined {
  const kept: { segment: Segment; local: number }[] = []
  const terms: Merged = new Map()
  for (const segment of segments) {
    const moved = Array.from(segment.files, (file, local) => (isLive(file) ? kept.push({ segment, local }) - 1 : -1))
    addTerms(db, segment, moved, terms)
    dropSegment(db, segment.id)
  }
  if (kept.length === 0) return undefined
  const made = insertFigures(db, place, {
    units: kept.length,
    files: Int32Array.from(kept, ({ segment, local }) => segment.files[local] as number),
    lengths: Int32Array.from(kept, ({ segment, local }) => segment.lengths[local] as number),
    days: Int32Array.from(kept, ({ segment, local }) => segment.days[local] as number),
    flags: Uint8Array.from(kept, ({ segment, local }) => segment.flags[local] as number),
  })
  insertTerms(db, made.id, entriesFrom(terms))
  return made
}

function addTerms(db: DatabaseSync, { id }: Segment, moved: readonly number[], terms: Merged): void {
  for (const { data } of prepareOnce(db, 'SELECT data FROM posting WHERE segment = ?').all(id) as {
    data: Uint8Array
  }[]) {
    for (const { term, postings } of entriesOf(data)) {
      let found = terms.get(term)
      if (found === undefined) terms.set(term, (found = { units: [], steps: [] }))
      decodePostings(postings, (unit, steps) => {
        const place = moved[unit] as number
        if (place < 0) return
        found.units.push(place)
        found.steps.push(steps)
      })
    }
  }
}

function* entriesFrom(terms: Merged): Generator<TermEntry> {
  for (const term of inByteOrder([...terms.keys()])) {
    const { units = [], steps = [] } = terms.get(term) ?? {}
    if (units.length > 0) yield { term, postings: encodePostings(units, steps) }
  }
}
