import { describe, test } from 'vitest'
import { scannedVectors } from '../../daypack/src/memory/search/vectors/scan.ts'
import { memoryIndexStore } from '../../daypack/src/memory/index/memory-store.ts'
import type { EmbeddedIndex, IndexQuery, Scope, SearchIndex } from '../../daypack/src/model/index-store.ts'
import { indexSuite } from '../../daypack-testing/src/suites.ts'
import { partReader, type FoundUnits, type FoundUnit } from './part-reader.ts'

// A database in small: it knows BM25 and no more, and hands out the few units that fit.
function searching(base: EmbeddedIndex, k: number): SearchIndex {
  const vectors = new Map<number, ReturnType<typeof scannedVectors>>()
  const scanned = (space: string) => {
    const dimensions = Number(space.split('@').at(-1))
    if (!vectors.has(dimensions)) vectors.set(dimensions, scannedVectors(base, base.vectors, dimensions))
    return vectors.get(dimensions) as ReturnType<typeof scannedVectors>
  }
  return {
    ...base,
    reader: undefined,
    vectors: {
      put: (space, entries) => scanned(space).put(space, entries),
      prune: (space) => (space === undefined ? base.vectors.prune() : scanned(space).prune(space)),
      nearest: (scope, space, vector, most) => scanned(space).nearest(scope, space, vector, most),
      missing: (space, most) => scanned(space).missing(space, most),
      covered: (scope, space) => scanned(space).covered(scope, space),
    },
    search: async (scope, wanted) =>
      partReader(await find(base, scope, { ...wanted, k: Math.min(k, wanted.k) }), wanted),
  }
}

async function find(base: EmbeddedIndex, scope: Scope, wanted: IndexQuery): Promise<FoundUnits> {
  const reader = await base.reader(scope)
  const newest = await base.newest([scope])
  const scores = new Map<number, number>()
  const freqs = new Map<number, Map<string, number>>()
  const files = new Map<string, { length: number; freqs: Map<string, number> }>()
  const holders = new Map<string, { units: number; files: number }>()
  const all = Array.from(reader.files.keys()).filter((unit) => (reader.files[unit] as number) >= 0)
  const texts = await reader.texts(all)
  const hashes = await reader.hashes()
  for (const [unit, { path }] of texts.entries()) {
    const file = files.get(path) ?? { length: 0, freqs: new Map() }
    files.set(path, { ...file, length: file.length + (reader.lengths[unit] as number) })
  }
  for (const { term, weight } of wanted.terms) {
    const postings = await reader.postings(term)
    if (postings === undefined) continue
    const paths = new Set<string>()
    for (const [at, unit] of postings.units.entries()) {
      const freq = postings.freqs[at] as number
      const path = texts[unit]?.path ?? ''
      const file = files.get(path)
      file?.freqs.set(term, (file.freqs.get(term) ?? 0) + freq)
      paths.add(path)
      freqs.set(unit, (freqs.get(unit) ?? new Map()).set(term, freq))
      const rarity = Math.log(1 + (reader.units - postings.units.length + 0.5) / (postings.units.length + 0.5))
      if (weight > 0) scores.set(unit, (scores.get(unit) ?? 0) + (weight * rarity * freq) / (freq + 1))
    }
    holders.set(term, { units: postings.units.length, files: paths.size })
  }
  const best = [...scores].toSorted((a, b) => b[1] - a[1]).slice(0, wanted.k)
  const dated = all.filter((unit) => wanted.days.some(({ from, to }) => isIn(reader.days[unit] as number, from, to)))
  const near = all.filter((unit) => wanted.hashes.includes(hashes[unit] as string))
  const numberOf = ({ path, ord }: FoundUnit): number => all.findIndex((unit) => texts[unit]?.path === path) + ord
  const units = new Set<number>()
  for (const unit of [...best.map(([each]) => each), ...dated, ...near])
    for (let other = unit - wanted.reach; other <= unit + wanted.reach; other++)
      if (reader.files[other] === reader.files[unit]) units.add(other)
  return {
    freqs: new Map(
      wanted.terms.map(({ term }) => [term, Float64Array.from(units, (unit) => freqs.get(unit)?.get(term) ?? 0)]),
    ),
    units: [...units].map((unit): FoundUnit => ({
      path: texts[unit]?.path ?? '',
      ord: unit - (reader.files[unit] as number),
      length: reader.lengths[unit] as number,
      day: reader.days[unit] as number,
      flags: reader.flags[unit] as number,
    })),
    totals: {
      units: reader.units,
      files: reader.fileCount,
      length: reader.totalLength,
      ...(newest !== undefined && { newest }),
    },
    holders,
    files,
    startingWith: (prefix) => reader.startingWith(prefix),
    texts: (wantedUnits) => reader.texts(wantedUnits.map(numberOf)),
    hashes: (wantedUnits) => wantedUnits.map((unit) => hashes[numberOf(unit)] as string),
  }
}

function isIn(day: number, from: number, to: number): boolean {
  return day >= from && day <= to
}

indexSuite('a store that hands out everything that holds a word', () => searching(memoryIndexStore(), 1_000), {
  describe,
  test,
  durable: false,
  overlap: 0.99,
})
indexSuite('a store that hands out ten units', () => searching(memoryIndexStore(), 10), {
  describe,
  test,
  durable: false,
  overlap: 0.9,
})
