export type BodyText = {
  readonly source: string | Uint8Array
  readonly length: number
  readonly from: number
  readonly rest: string
  readonly text: () => string
}

export type Place = { readonly chars: number; readonly bytes: number }

export const START: Place = { chars: 0, bytes: 0 }

export function bodyText(source: string | Uint8Array, { chars, bytes }: Place = START): BodyText {
  const isText = typeof source === 'string'
  const rest = isText ? source.slice(chars) : decoded(source, bytes)
  let text = isText ? source : bytes === 0 ? rest : undefined
  return {
    source,
    from: chars,
    rest,
    length: chars + rest.length,
    text: () => (text ??= decoded(source as Uint8Array, 0)),
  }
}

export function commonStart(source: string | Uint8Array, before: BodyText): Place {
  if (typeof source === 'string') return { chars: sameChars(source, before.text()), bytes: 0 }
  if (typeof before.source === 'string') return START
  let bytes = sameBytes(source, before.source)
  while (bytes > 0 && isInside(before.source[bytes])) bytes--
  if (bytes === 0) return START
  return { chars: before.length - decoded(before.source, bytes).length, bytes }
}

export function moveBack(source: string | Uint8Array, { chars, bytes }: Place, by: number): Place {
  if (typeof source === 'string') return { chars: chars - by, bytes: 0 }
  let at = bytes
  for (let left = by; left > 0;) {
    at--
    // Beyond the first plane a character counts twice.
    if (!isInside(source[at])) left -= (source[at] ?? 0) >= 0xf0 ? 2 : 1
  }
  return { chars: chars - by, bytes: at }
}

function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

const WHOLE = new TextDecoder()
/** A byte order mark counts as one only at the start. */
const PART = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(bytes: Uint8Array, from: number): string {
  return from === 0 ? WHOLE.decode(bytes) : PART.decode(bytes.subarray(from))
}

const CHUNK = 1 << 16

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
