/** A text as it came, as a string or as its bytes. Places in it are counted as in a string. */
export type Arrived = {
  readonly came: string | Uint8Array
  readonly length: number
  /** From here on it is decoded: the rest is decoded when somebody wants to read it. */
  readonly from: number
  readonly rest: string
  readonly text: () => string
}

/** How far two texts are the same, in both ways of counting. */
export type Place = { readonly chars: number; readonly bytes: number }

export const START: Place = { chars: 0, bytes: 0 }

export function arrivedOf(came: string | Uint8Array, { chars, bytes }: Place = START): Arrived {
  const isText = typeof came === 'string'
  const rest = isText ? came.slice(chars) : decoded(came, bytes)
  let text = isText ? came : bytes === 0 ? rest : undefined
  return {
    came,
    from: chars,
    rest,
    length: chars + rest.length,
    text: () => (text ??= decoded(came as Uint8Array, 0)),
  }
}

/** How long a text is the same as one that was read before. */
export function sameStart(came: string | Uint8Array, before: Arrived): Place {
  if (typeof came === 'string') return { chars: sameChars(came, before.text()), bytes: 0 }
  if (typeof before.came === 'string') return START
  let bytes = sameBytes(came, before.came)
  while (bytes > 0 && isInside(before.came[bytes])) bytes--
  if (bytes === 0) return START
  return { chars: before.length - decoded(before.came, bytes).length, bytes }
}

/** The same place, so many characters earlier. */
export function earlier(came: string | Uint8Array, { chars, bytes }: Place, by: number): Place {
  if (typeof came === 'string') return { chars: chars - by, bytes: 0 }
  let at = bytes
  for (let left = by; left > 0;) {
    at--
    // Beyond the first plane a character counts twice.
    if (!isInside(came[at])) left -= (came[at] ?? 0) >= 0xf0 ? 2 : 1
  }
  return { chars: chars - by, bytes: at }
}

/** A byte that goes on with a character. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

const WHOLE = new TextDecoder()
/** A mark of the byte order is one at the start only. */
const PART = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(bytes: Uint8Array, from: number): string {
  return from === 0 ? WHOLE.decode(bytes) : PART.decode(bytes.subarray(from))
}

const CHUNK = 1 << 16

/** For how many bytes two are the same. */
export function sameBytes(a: Uint8Array, b: Uint8Array): number {
  const [one, other] = [asBuffer(a), asBuffer(b)]
  const isSame = (from: number, to: number) => one.compare(other, from, to, from, to) === 0
  return sameFor(Math.min(a.length, b.length), isSame)
}

function sameChars(a: string, b: string): number {
  return sameFor(Math.min(a.length, b.length), (from, to) => a.slice(from, to) === b.slice(from, to))
}

function sameFor(limit: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0
  for (let step = CHUNK; step > 0; step >>= 4) {
    while (same < limit && isSame(same, Math.min(limit, same + step))) same += step
  }
  return Math.min(same, limit)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
