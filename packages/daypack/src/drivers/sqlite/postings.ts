import type { Postings } from '../../model/index-store.ts'

/** Frequencies are kept in steps of 1/20. */
const STEPS = 20

/** Rising unit numbers as differences, then the frequency, both as variable-length integers: about two bytes a posting. */
export function encodePostings(units: ArrayLike<number>, freqs: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(units.length * 7)
  let at = 0
  let before = -1
  const put = (value: number): void => {
    let rest = value
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[at++] = rest
  }
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] as number
    put(unit - before - 1)
    put(Math.round((freqs[index] as number) * STEPS))
    before = unit
  }
  return bytes.subarray(0, at)
}

/** Encoded postings of one segment, whose units are numbered from `from` on. */
export type Part = { readonly from: number; readonly data: Uint8Array }

/** Postings of several segments as one; `files` tells which units are gone. Undefined when none is left. */
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
  for (let at = 0; at < data.length;) {
    let byte = data[at++] as number
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = data[at++] as number
      value |= (byte & 127) << shift
    }
    unit += value + 1
    byte = data[at++] as number
    value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = data[at++] as number
      value |= (byte & 127) << shift
    }
    if (files !== undefined && (files[unit] as number) < 0) continue
    units[count] = unit
    freqs[count++] = value / STEPS
  }
  return count
}
