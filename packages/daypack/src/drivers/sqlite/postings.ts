import type { Postings } from '../../model/index-store.ts'
import { varintAt, writeVarint } from './varint.ts'

/** Frequencies are kept in steps of 1/20. */
export const STEPS = 20
const LONGEST = 7

/** Unit gaps and frequency steps as varints, about two bytes a posting. */
export function encodePostings(
  units: ArrayLike<number>,
  steps: ArrayLike<number>,
  at = 0,
  count = units.length,
): Uint8Array {
  const bytes = Buffer.allocUnsafe(count * LONGEST)
  let size = 0
  let before = -1
  for (let index = at; index < at + count; index++) {
    const unit = units[index] as number
    size = writeVarint(bytes, size, unit - before - 1)
    size = writeVarint(bytes, size, steps[index] as number)
    before = unit
  }
  return bytes.subarray(0, size)
}

export type Part = { readonly from: number; readonly data: Uint8Array }

export function concatPostings(parts: readonly (Part & { readonly last: number })[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { data }) => sum + data.length + LONGEST, 0))
  let size = 0
  let before = -1
  for (const { from, data, last } of parts) {
    const at = { place: 0 }
    size = writeVarint(bytes, size, from + varintAt(data, at) - before - 1)
    bytes.set(data.subarray(at.place), size)
    size += data.length - at.place
    before = from + last
  }
  return bytes.subarray(0, size)
}

export function joinPostings(parts: readonly Part[], files?: Int32Array): Postings | undefined {
  const most = parts.reduce((sum, { data }) => sum + (data.length >> 1), 0)
  const units = new Int32Array(most)
  const freqs = new Float64Array(most)
  let count = 0
  for (const { from, data } of parts) count = decodeInto(data, from, files, units, freqs, count)
  if (count === 0) return undefined
  return count === most ? { units, freqs } : { units: units.slice(0, count), freqs: freqs.slice(0, count) }
}

function decodeInto(
  data: Uint8Array,
  from: number,
  files: Int32Array | undefined,
  units: Int32Array,
  freqs: Float64Array,
  before: number,
): number {
  let count = before
  let unit = from - 1
  for (const at = { place: 0 }; at.place < data.length;) {
    unit += varintAt(data, at) + 1
    const steps = varintAt(data, at)
    if (files !== undefined && (files[unit] as number) < 0) continue
    units[count] = unit
    freqs[count++] = steps / STEPS
  }
  return count
}
