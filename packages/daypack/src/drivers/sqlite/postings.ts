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

export type LocalPostings = { readonly units: Int32Array; readonly freqs: Float64Array }

export function decodePostings(bytes: Uint8Array): LocalPostings {
  const units: number[] = []
  const freqs: number[] = []
  let at = 0
  let before = -1
  const get = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    before += get() + 1
    units.push(before)
    freqs.push(get() / STEPS)
  }
  return { units: Int32Array.from(units), freqs: Float64Array.from(freqs) }
}
