export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let place = at
  while (rest > 127) {
    bytes[place++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[place++] = rest
  return place
}

export function varintAt(bytes: Uint8Array, at: { place: number }): number {
  let byte = bytes[at.place++] as number
  let value = byte & 127
  for (let shift = 7; byte > 127; shift += 7) {
    byte = bytes[at.place++] as number
    value |= (byte & 127) << shift
  }
  return value
}
