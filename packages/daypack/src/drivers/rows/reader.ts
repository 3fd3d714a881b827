import { DaypackError } from '../../model/errors.ts'
import type { IndexReader, Postings } from '../../model/index-store.ts'
import { forEach, rowsOf, together, type Work } from './ask.ts'
import { eachFrequency, numbersOf, type Place } from './chunks.ts'
import { stateAnd, type State } from './meta.ts'
import type { Run } from './store.ts'
import { textMemo } from '../../model/text-memo.ts'

type ChunkRow = { readonly id: number; readonly used: number }
type FileRow = {
  readonly id: number
  readonly path: string
  readonly chunk: number
  readonly first: number
  readonly figures: Uint8Array
  readonly indexed: number
}
type Held = { readonly chunks: readonly ChunkRow[]; readonly files: readonly FileRow[] }

export function* heldIn({ gen, scope }: Place): Work<Held> {
  const chunks = 'SELECT id, used FROM chunk WHERE gen = ? AND scope = ? ORDER BY id'
  const files = 'SELECT id, path, chunk, first, figures, indexed FROM file WHERE gen = ? AND scope = ?'
  const [found, known] = yield* together({ text: chunks, rows: [[gen, scope]] }, { text: files, rows: [[gen, scope]] })
  return { chunks: found as readonly ChunkRow[], files: known as readonly FileRow[] }
}

export type ReaderInit = {
  readonly read: Run
  readonly place: Place
  /** Told of the state whenever rows are read: throws if this reader should no longer answer. */
  readonly check: (state: State) => void
  readonly cacheBytes: number
}

export function rowReader({ chunks, files: held }: Held, { read, place, check, cacheBytes }: ReaderInit): IndexReader {
  const bases = new Map<number, ChunkRow & { readonly base: number }>()
  let size = 0
  for (const chunk of chunks) {
    bases.set(chunk.id, { ...chunk, base: size })
    size += chunk.used
  }
  const files = new Int32Array(size).fill(-1)
  const known = new Map<number, FileRow>()
  const lengths = new Float64Array(size)
  const days = new Int32Array(size)
  const flags = new Uint8Array(size)
  let units = 0
  let totalLength = 0
  let newest: number | undefined
  for (const file of held) {
    newest = Math.max(newest ?? file.indexed, file.indexed)
    if (file.figures.length === 0) continue
    const start = (bases.get(file.chunk)?.base ?? 0) + file.first
    known.set(start, file)
    const numbers = numbersOf(file.figures)
    for (let at = 0, unit = start; at < numbers.length; at += 3, unit++) {
      const length = numbers[at] as number
      files[unit] = start
      lengths[unit] = length
      days[unit] = numbers[at + 1] as number
      flags[unit] = numbers[at + 2] as number
      totalLength += length
      units++
    }
  }
  const startsById = new Map([...known].map(([start, { id }]) => [id, start]))

  const load = async (terms: readonly string[]): Promise<ReadonlyMap<string, Postings>> => {
    const asked = chunks.flatMap(({ id }) => terms.map((term) => [id, term] as const))
    const select = 'SELECT chunk, term, data FROM posting'
    const keys = ['chunk', 'term']
    const { state, rows } = await read(() => stateAnd({ text: select, keys, rows: asked }))
    check(state)
    return new Map(
      [...Map.groupBy(rows as readonly PostingRow[], ({ term }) => term)].map(([term, own]) => [term, postingsIn(own)]),
    )
  }
  const postingsIn = (rows: readonly PostingRow[]): Postings => {
    const found: number[] = []
    const freqs: number[] = []
    for (const { chunk, data } of rows.toSorted((a, b) => a.chunk - b.chunk)) {
      const { base, used } = bases.get(chunk) as ChunkRow & { base: number }
      eachFrequency(data, (local, frequency) => {
        // Another process may have added to the chunk since.
        if (local >= used || (files[base + local] as number) < 0) return
        found.push(base + local)
        freqs.push(frequency)
      })
    }
    return { units: Int32Array.from(found), freqs: Float64Array.from(freqs) }
  }
  const cached = postingCache(cacheBytes, units, load)

  return {
    size,
    units,
    fileCount: known.size,
    totalLength,
    newest,
    files,
    lengths,
    days,
    flags,
    async postings(terms) {
      const found = await cached(terms)
      return found.map((postings) => (postings?.units.length ? postings : undefined))
    },
    async startingWith(prefix) {
      const range = `SELECT DISTINCT term FROM posting WHERE chunk = ? AND term >= ? AND term < ?`
      const asked = chunks.map(({ id }) => [id, prefix, `${prefix}\u{10ffff}`])
      const found = await read(() => forEach<PostingRow>(range, asked))
      return [...new Set(found.map(({ term }) => term))]
    },
    async texts(numbers) {
      const wanted = numbers.map((unit) => {
        const start = files[unit] as number
        return { path: known.get(start)?.path ?? '', key: [known.get(start)?.id ?? -1, unit - start] as const }
      })
      const columns = 'file, ord, first AS "startLine", last AS "endLine", text, heading, speaker, continues'
      const keys = wanted.map(({ key }) => key)
      const asked = { text: `SELECT ${columns} FROM unit`, keys: ['file', 'ord'], rows: keys }
      const { state, rows } = await read(() => stateAnd(asked))
      check(state)
      const byKey = new Map((rows as readonly UnitRow[]).map((row) => [`${row.file} ${row.ord}`, row]))
      return wanted.map(({ path, key: [id, ord] }) => {
        const row = byKey.get(`${id} ${ord}`)
        if (row === undefined) throw changedMeanwhile()
        const { file: _, ord: __, speaker, continues, ...text } = row
        return {
          path,
          ...text,
          ...(speaker !== null && { speaker }),
          ...(continues === 1 && { continues: true as const }),
        }
      })
    },
    async hashes() {
      const result = Array.from({ length: size }, () => '')
      const all = 'SELECT file, ord, unit.hash FROM unit JOIN file ON file.id = unit.file WHERE gen = ? AND scope = ?'
      for (const { file, ord, hash } of await read(() => rowsOf<HashRow>(all, place.gen, place.scope))) {
        const start = startsById.get(file)
        if (start !== undefined) result[start + ord] = hash
      }
      return result
    },
  }
}

export function changedMeanwhile(): DaypackError {
  return new DaypackError('conflict', 'Another process has changed the index meanwhile. Search again.')
}

type PostingRow = { readonly chunk: number; readonly term: string; readonly data: Uint8Array }
type HashRow = { readonly file: number; readonly ord: number; readonly hash: string }
type UnitRow = {
  readonly file: number
  readonly ord: number
  readonly startLine: number
  readonly endLine: number
  readonly text: string
  readonly heading: string
  readonly speaker: string | null
  readonly continues: number
}

const ENTRY_BYTES = 400
const POSTING_BYTES = 12
/** Units in a block: the scorer also keeps every term by block and by file. */
const BLOCK_UNITS = 8

type Found = ReadonlyMap<string, Postings>

/** Keeps the postings used last, up to `maxBytes` with what the scorer makes of them. */
export function postingCache(maxBytes: number, units: number, load: (terms: readonly string[]) => Promise<Found>) {
  const known = textMemo(new Map<string, Postings | undefined>())
  const blocks = units / BLOCK_UNITS
  /** Little for a common term, more than the postings themselves for a rare one. */
  const bytesOf = (postings: Postings | undefined): number => {
    const count = postings?.units.length ?? 0
    return ENTRY_BYTES + POSTING_BYTES * (count + Math.min(2 * count, blocks) + Math.min(count, blocks))
  }
  let bytes = 0
  const keep = (term: string, postings: Postings | undefined): void => {
    if (known.size === 0) bytes = 0
    if (!known.delete(term)) bytes += bytesOf(postings)
    known.set(term, postings)
    for (const [oldest, each] of known) {
      if (bytes <= maxBytes || known.size === 1) break
      known.delete(oldest)
      bytes -= bytesOf(each)
    }
  }
  return async (terms: readonly string[]): Promise<(Postings | undefined)[]> => {
    const missing = terms.filter((term) => !known.has(term))
    const loaded = missing.length === 0 ? undefined : await load(missing)
    const found = terms.map((term) => loaded?.get(term) ?? known.get(term))
    for (const [at, term] of terms.entries()) keep(term, found[at])
    return found
  }
}
