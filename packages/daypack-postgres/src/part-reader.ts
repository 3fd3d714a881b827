import type { Awaitable, IndexQuery, IndexReader, Millis, Postings, UnitText } from 'daypack/internal'

/** A unit as a database returns it: its place and its figures. */
export type FoundUnit = {
  readonly path: string
  readonly ord: number
  readonly length: number
  readonly day: number
  readonly flags: number
}

export type FoundUnits<Unit extends FoundUnit = FoundUnit> = {
  readonly units: readonly Unit[]
  /** How often each term of the query occurs in each of `units`, in their order. */
  readonly freqs: ReadonlyMap<string, Float64Array>
  readonly totals: { readonly units: number; readonly files: number; readonly length: number; readonly newest?: Millis }
  readonly holders: ReadonlyMap<string, { readonly units: number; readonly files: number }>
  readonly files: ReadonlyMap<string, { readonly length: number; readonly freqs: ReadonlyMap<string, number> }>
  startingWith(prefix: string): Awaitable<readonly string[]>
  texts(units: readonly Unit[]): Awaitable<readonly UnitText[]>
  hashes(units: readonly Unit[]): Awaitable<readonly string[]>
}

export function partReader<Unit extends FoundUnit>(
  found: FoundUnits<Unit>,
  { terms, reach }: Pick<IndexQuery, 'terms' | 'reach'>,
): IndexReader {
  const places = placesOf(found.units, reach)
  const size = places.length
  const files = new Int32Array(size).fill(-1)
  const lengths = new Float64Array(size)
  const days = new Int32Array(size)
  const flags = new Uint8Array(size)
  const starts = new Map<string, number>()
  let start = 0
  for (const [unit, place] of places.entries()) {
    const row = found.units[place]
    if (row === undefined) continue
    if (!starts.has(row.path)) starts.set(row.path, (start = unit))
    files[unit] = start
    lengths[unit] = row.length
    days[unit] = row.day
    flags[unit] = row.flags
  }
  const lists = new Map(terms.map(({ term }) => [term, postingsOf(term, places, starts, found)]))
  return {
    size,
    units: found.totals.units,
    fileCount: found.totals.files,
    totalLength: found.totals.length,
    files,
    lengths,
    days,
    flags,
    part: {
      fileLengths: new Map([...starts].map(([path, start]) => [start, found.files.get(path)?.length ?? 0])),
      newest: found.totals.newest,
    },
    postings: (term) => lists.get(term),
    startingWith: (prefix) => found.startingWith(prefix),
    async texts(units) {
      const wanted = units.map((unit) => found.units[places[unit] as number] as Unit)
      const texts = await found.texts(wanted)
      return texts.map((text, at) => ({ ...text, path: (wanted[at] as Unit).path }))
    },
    async hashes() {
      const hashes = await found.hashes(found.units)
      return Array.from(places, (place) => hashes[place] ?? '')
    },
  }
}

const NOTHING = -1

/** Units by file and place, as positions in `units`; where some of a file are left out, `reach` places stay empty. */
function placesOf(units: readonly FoundUnit[], reach: number): Int32Array {
  const sorted = Int32Array.from(units.keys()).sort((one, other) => {
    const [a, b] = [units[one] as FoundUnit, units[other] as FoundUnit]
    return a.path === b.path ? a.ord - b.ord : a.path < b.path ? -1 : 1
  })
  const places: number[] = []
  for (const [at, place] of sorted.entries()) {
    const [before, unit] = [units[sorted[at - 1] as number], units[place] as FoundUnit]
    if (before?.path === unit.path && unit.ord !== before.ord + 1)
      for (let empty = 0; empty < reach; empty++) places.push(NOTHING)
    places.push(place)
  }
  return Int32Array.from(places)
}

function postingsOf(
  term: string,
  places: Int32Array,
  starts: ReadonlyMap<string, number>,
  { freqs, holders, files }: Pick<FoundUnits, 'freqs' | 'holders' | 'files'>,
): Postings | undefined {
  const [whole, own] = [holders.get(term), freqs.get(term)]
  if (whole === undefined || own === undefined) return undefined
  const units = new Int32Array(places.length)
  const freqsHere = new Float64Array(places.length)
  let count = 0
  for (let unit = 0; unit < places.length; unit++) {
    const freq = own[places[unit] as number] ?? 0
    if (freq === 0) continue
    units[count] = unit
    freqsHere[count++] = freq
  }
  const inFiles = new Map<number, number>()
  for (const [path, start] of starts) {
    const freq = files.get(path)?.freqs.get(term)
    if (freq !== undefined) inFiles.set(start, freq)
  }
  return {
    units: units.subarray(0, count),
    freqs: freqsHere.subarray(0, count),
    whole: { ...whole, freqs: inFiles },
  }
}
