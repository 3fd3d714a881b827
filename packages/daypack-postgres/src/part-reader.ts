import type { Awaitable, IndexQuery, IndexReader, Postings, UnitText } from 'daypack/internal'

/** A unit as a database returns it: its place, its figures, and the frequency of each term of the query. */
export type FoundUnit = {
  readonly path: string
  readonly ord: number
  readonly hash: string
  readonly length: number
  readonly day: number
  readonly flags: number
  readonly freqs: ReadonlyMap<string, number>
}

export type FoundUnits = {
  readonly units: readonly FoundUnit[]
  readonly totals: { readonly units: number; readonly files: number; readonly length: number }
  readonly holders: ReadonlyMap<string, { readonly units: number; readonly files: number }>
  readonly files: ReadonlyMap<string, { readonly length: number; readonly freqs: ReadonlyMap<string, number> }>
  startingWith(prefix: string): Awaitable<readonly string[]>
  texts(units: readonly FoundUnit[]): Awaitable<readonly UnitText[]>
}

export function partReader(found: FoundUnits, { terms, reach }: Pick<IndexQuery, 'terms' | 'reach'>): IndexReader {
  const rows = inPlaces(found.units, reach)
  const size = rows.length
  const files = new Int32Array(size).fill(-1)
  const lengths = new Float64Array(size)
  const days = new Int32Array(size)
  const flags = new Uint8Array(size)
  const starts = new Map<string, number>()
  for (const [unit, row] of rows.entries()) {
    if (row === undefined) continue
    if (!starts.has(row.path)) starts.set(row.path, unit)
    files[unit] = starts.get(row.path) as number
    lengths[unit] = row.length
    days[unit] = row.day
    flags[unit] = row.flags
  }
  const lists = new Map(terms.map(({ term }) => [term, postingsOf(term, rows, starts, found)]))
  return {
    size,
    units: found.totals.units,
    fileCount: found.totals.files,
    totalLength: found.totals.length,
    files,
    lengths,
    days,
    flags,
    part: { fileLengths: new Map([...starts].map(([path, start]) => [start, found.files.get(path)?.length ?? 0])) },
    postings: (term) => lists.get(term),
    startingWith: (prefix) => found.startingWith(prefix),
    async texts(units) {
      const wanted = units.map((unit) => rows[unit] as FoundUnit)
      const texts = await found.texts(wanted)
      return texts.map((text, at) => ({ ...text, path: (wanted[at] as FoundUnit).path }))
    },
    hashes: () => rows.map((row) => row?.hash ?? ''),
  }
}

/** By file and place; where units of a file are left out, `reach` places stay empty. */
function inPlaces(units: readonly FoundUnit[], reach: number): (FoundUnit | undefined)[] {
  const sorted = units.toSorted((a, b) => (a.path === b.path ? a.ord - b.ord : a.path < b.path ? -1 : 1))
  return sorted.flatMap((unit, at) => {
    const before = sorted[at - 1]
    const isApart = before?.path === unit.path && unit.ord !== before.ord + 1
    return isApart ? [...Array.from({ length: reach }, () => undefined), unit] : [unit]
  })
}

function postingsOf(
  term: string,
  rows: readonly (FoundUnit | undefined)[],
  starts: ReadonlyMap<string, number>,
  { holders, files }: FoundUnits,
): Postings | undefined {
  const whole = holders.get(term)
  if (whole === undefined) return undefined
  const held = rows.flatMap((row, unit) => {
    const freq = row?.freqs.get(term)
    return freq === undefined ? [] : [{ unit, freq }]
  })
  const freqs = [...starts].flatMap(([path, start]): [number, number][] => {
    const freq = files.get(path)?.freqs.get(term)
    return freq === undefined ? [] : [[start, freq]]
  })
  return {
    units: Int32Array.from(held, ({ unit }) => unit),
    freqs: Float64Array.from(held, ({ freq }) => freq),
    whole: { ...whole, freqs: new Map(freqs) },
  }
}
