import { varintAt, writeVarint } from './varint.ts'

/** Many terms share a row of about a page: a row per term would cost more than the rest of an import. */
const ROW_BYTES = 900
const LONGEST_NUMBER = 5

export type TermEntry = { readonly term: string; readonly postings: Uint8Array }

export function rowWriter(put: (first: string, data: Uint8Array) => void): {
  add(entry: TermEntry): void
  end(): void
} {
  let row = Buffer.allocUnsafe(ROW_BYTES * 4)
  let size = 0
  let first = ''
  const end = (): void => {
    if (size > 0) put(first, row.subarray(0, size))
    size = 0
  }
  return {
    add({ term, postings }) {
      const bytes = Buffer.byteLength(term)
      if (size + bytes + postings.length > ROW_BYTES) end()
      const needed = size + bytes + postings.length + LONGEST_NUMBER * 2
      // Only for an entry larger than a row, and then the row is empty.
      if (needed > row.length) row = Buffer.allocUnsafe(needed * 2)
      if (size === 0) first = term
      size = writeVarint(row, size, bytes)
      size += row.write(term, size)
      size = writeVarint(row, size, postings.length)
      row.set(postings, size)
      size += postings.length
    },
    end,
  }
}

export function findInRow(data: Uint8Array, term: Uint8Array): Uint8Array | undefined {
  const at = { place: 0 }
  while (at.place < data.length) {
    const length = varintAt(data, at)
    const isIt = length === term.length && isEqual(data, at.place, term)
    at.place += length
    const size = varintAt(data, at)
    if (isIt) return data.subarray(at.place, at.place + size)
    at.place += size
  }
  return undefined
}

export function* entriesOf(data: Uint8Array): Generator<TermEntry> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (const at = { place: 0 }; at.place < data.length;) {
    const length = varintAt(data, at)
    const term = bytes.toString('utf8', at.place, at.place + length)
    at.place += length
    const size = varintAt(data, at)
    yield { term, postings: data.subarray(at.place, at.place + size) }
    at.place += size
  }
}

export function inByteOrder(terms: readonly string[]): string[] {
  const sorted = terms.toSorted()
  if (!sorted.some((term) => /[\ud800-\udfff]/.test(term))) return sorted
  return sorted.toSorted(byteOrder)
}

function byteOrder(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at === end ? a.length - b.length : placeOf(a.charCodeAt(at)) - placeOf(b.charCodeAt(at))
}

/** Surrogate halves encode characters that sort after all others. */
function placeOf(code: number): number {
  return code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code
}

function isEqual(data: Uint8Array, from: number, term: Uint8Array): boolean {
  for (let at = 0; at < term.length; at++) if (data[from + at] !== term[at]) return false
  return true
}
