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

export function decodePostings(data: Uint8Array, visit: (unit: number, steps: number) => void): void {
  let unit = -1
  for (const at = { place: 0 }; at.place < data.length;) {
    unit += varintAt(data, at) + 1
    visit(unit, varintAt(data, at))
  }
}

export type Part = { readonly from: number; readonly data: Uint8Array }

/** The postings of several segments as one list; `files`: leave out units of files that are gone. */
export function joinPostings(parts: readonly Part[], files?: Int32Array): Postings | undefined {
  const most = parts.reduce((sum, { data }) => sum + (data.length >> 1), 0)
  const units = new Int32Array(most)
  const freqs = new Float64Array(most)
  let count = 0
  for (const { from, data } of parts) {
    decodePostings(data, (local, steps) => {
      const unit = from + local
      if (files !== undefined && (files[unit] as number) < 0) return
      units[count] = unit
      freqs[count++] = steps / STEPS
    })
  }
  if (count === 0) return undefined
  return count === most ? { units, freqs } : { units: units.slice(0, count), freqs: freqs.slice(0, count) }
}
