/** Units are numbered as they are written; this many bits' worth of consecutive numbers share the rows of their terms. */
const PART_BITS = 13
const PART = 1 << PART_BITS
const STEP_BITS = 12
const LENGTH_BITS = 7
const LENGTHS = 1 << LENGTH_BITS
/** Frequencies are kept in whole steps, 4,095 at most: that is what 12 bits hold, and the analyser makes no more. */
export const STEPS = 20

/** 32 bits an entry: 13 for the unit, 12 for the frequency, 7 for its length on a logarithmic scale. */
export type PostingRow = Uint32Array

export function partOf(number: number): number {
  return Math.floor(number / PART)
}

export function firstOf(part: number): number {
  return part * PART
}

export function posting(number: number, steps: number, length: number): number {
  const local = number % PART
  return ((local << (STEP_BITS + LENGTH_BITS)) | (steps << LENGTH_BITS) | lengthClass(length)) >>> 0
}

export function localOf(entry: number): number {
  return entry >>> (STEP_BITS + LENGTH_BITS)
}

export function stepsOf(entry: number): number {
  return (entry >>> LENGTH_BITS) & ((1 << STEP_BITS) - 1)
}

function lengthClass(length: number): number {
  return Math.min(LENGTHS - 1, Math.round(16 * Math.log2(Math.max(1, length))))
}

/** What the length adds to a frequency in BM25, by the class of an entry. */
export function normsOf(average: number, k1: number, b: number): Float64Array {
  return Float64Array.from({ length: LENGTHS }, (_, at) => k1 * (1 - b + (b * 2 ** (at / 16)) / average))
}

export function classOf(entry: number): number {
  return entry & (LENGTHS - 1)
}

/** Little-endian on every machine Node runs on. */
export function bytesOf(entries: readonly number[] | PostingRow): Buffer {
  return Buffer.from(Uint32Array.from(entries).buffer)
}

export function postingRow(bytes: Uint8Array): PostingRow {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}

export function seek(row: PostingRow, local: number): number {
  let [low, high] = [0, row.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (localOf(row[middle] as number) < local) low = middle + 1
    else high = middle
  }
  return low
}
