/** A value of a body, and where it is in the bytes it was read from. */
export type Field = {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  readonly value: unknown
  /** How many entries of a list are those of the list it continues. */
  readonly kept?: number
  /** Where each entry of a list starts and ends, counted from the start of the list; found when somebody asks. */
  spans?: readonly number[]
}

/** `text` has a char for each of the bytes. A field that repeats the bytes of `before` is the same value. */
export function readField(bytes: Buffer, text: string, from: number, before: Field | undefined): Field {
  if (before && text[from] === '[' && isList(before)) return readList(bytes, text, from, before)
  const to = skipValue(text, from)
  const isSame =
    before && before.to - before.from === to - from && sameBytes(bytes, from, before.bytes, before.from, to - from)
  const value: unknown = isSame ? before.value : JSON.parse(bytes.toString('utf8', from, to))
  return { bytes, from, to, value }
}

/** The list as `bytes` have it, which differ from its own only between `same` and `end`; undefined: they say something else. */
export function withNewEnd(list: Field, bytes: Buffer, same: number, end: number): Field | undefined {
  const old = valuesOf(list)
  const isGrown = same === list.to - 1 && isBetweenEntries(bytes[same] as number)
  const spans = isGrown ? list.spans : spansOf(list)
  const kept = isGrown || !spans ? old.length : keptBefore(spans, list.from, bytes, same)
  const from = isGrown ? same : list.from + (spans?.[2 * kept - 1] ?? 1)
  const added = bytes.subarray(from, end)
  const text = added.toString('latin1')
  const comma = skipSpace(text, 0)
  const isOver = comma === text.length
  if (kept > 0 && !isOver && text[comma] !== ',') return undefined
  const first = kept === 0 || isOver ? 0 : comma + 1
  try {
    const entries = JSON.parse(`[${added.toString('utf8', first)}]`) as unknown[]
    if (!isOver && entries.length === 0) return undefined
    const continued = { bytes, from: list.from, to: end + 1, value: old.slice(0, kept).concat(entries), kept }
    if (!spans) return continued
    return { ...continued, spans: spans.slice(0, 2 * kept).concat(scan(text, first, list.from - from).spans) }
  } catch {
    return undefined
  }
}

/** How many entries end before the first byte that differs. */
function keptBefore(spans: readonly number[], from: number, bytes: Buffer, same: number): number {
  let kept = spans.length / 2
  for (; kept > 0; kept--) {
    const end = from + (spans[2 * kept - 1] as number)
    // A number that goes on is another number.
    if (end < same || (end === same && isBetweenEntries(bytes[end] as number))) break
  }
  return kept
}

const BETWEEN_ENTRIES = Buffer.from(', \n\r\t]')

function isBetweenEntries(byte: number): boolean {
  return BETWEEN_ENTRIES.includes(byte)
}

/** Tells the bytes that an entry of these lists was read from. */
export function rawEntries(fields: Iterable<Field>): (entry: unknown) => string | undefined {
  const places = new Map<unknown, { readonly list: Field; readonly at: number }>()
  for (const list of fields) {
    if (!isList(list)) continue
    for (const [n, value] of valuesOf(list).entries())
      if (typeof value === 'object' && value !== null) places.set(value, { list, at: 2 * n })
  }
  return (entry) => {
    const place = places.get(entry)
    if (!place) return undefined
    const { list, at } = place
    const spans = spansOf(list)
    return list.bytes.toString('utf8', list.from + (spans[at] as number), list.from + (spans[at + 1] as number))
  }
}

export function isList({ value }: Field): boolean {
  return Array.isArray(value)
}

export function sameBytes(a: Buffer, at: number, b: Buffer, from: number, length: number): boolean {
  return a.compare(b, from, from + length, at, at + length) === 0
}

/** How many bytes both start with. */
export function sameStart(a: Buffer, b: Uint8Array): number {
  let [low, high] = [0, Math.min(a.length, b.length)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (a.compare(b, low, middle, low, middle) === 0) low = middle
    else high = middle - 1
  }
  return low
}

function readList(bytes: Buffer, text: string, from: number, before: Field): Field {
  const { spans, to } = scan(text, from + 1, from)
  const known = spansOf(before)
  const old = valuesOf(before)
  const values: unknown[] = []
  const unread: { readonly at: number; readonly raw: string }[] = []
  for (let at = 0; at < spans.length; at += 2) {
    type Ends = [start: number, end: number, oldStart: number, oldEnd: number]
    const [start, end, oldStart, oldEnd] = [spans[at], spans[at + 1], known[at], known[at + 1]] as Ends
    const size = end - start
    // Where the old list is shorter this is NaN, which no size is.
    const isSame =
      oldEnd - oldStart === size && sameBytes(bytes, from + start, before.bytes, before.from + oldStart, size)
    if (!isSame) unread.push({ at: at / 2, raw: bytes.toString('utf8', from + start, from + end) })
    values.push(isSame ? old[at / 2] : undefined)
  }
  // Parsed together: one call for each costs many times as much.
  const parsed = JSON.parse(`[${unread.map(({ raw }) => raw).join(',')}]`) as unknown[]
  for (const [n, { at }] of unread.entries()) values[at] = parsed[n]
  const isWhole = unread.length === 0 && values.length === old.length
  return { bytes, from, to, value: isWhole ? old : values, spans }
}

function valuesOf({ value }: Field): readonly unknown[] {
  return value as readonly unknown[]
}

function spansOf(list: Field): readonly number[] {
  return (list.spans ??= scan(list.bytes.toString('latin1', list.from, list.to), 1, 0).spans)
}

/** From behind a bracket or comma to the end of the list or of the text; spans are counted from `start`. */
function scan(text: string, from: number, start: number): { readonly spans: number[]; readonly to: number } {
  const spans: number[] = []
  let at = skipSpace(text, from)
  while (at < text.length && text[at] !== ']') {
    const end = skipValue(text, at)
    spans.push(at - start, end - start)
    at = skipSpace(text, end)
    if (at < text.length) at = afterComma(text, at)
  }
  return { spans, to: at + 1 }
}

/** Where values of JSON end; what is inside is left to JSON.parse. All of it throws on broken text. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

export function skipString(text: string, from: number): number {
  if (text[from] !== '"') throw new SyntaxError('a string was expected')
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  throw new SyntaxError('a string has no end')
}

export function afterChar(text: string, at: number, char: string): number {
  if (text[at] !== char) throw new SyntaxError(`${char} was expected`)
  return skipSpace(text, at + 1)
}

export function checkEnd(text: string, at: number): void {
  if (text.slice(at).trim() !== '') throw new SyntaxError('something follows the value')
}

export function afterComma(text: string, at: number): number {
  if (text[at] === ',') return skipSpace(text, at + 1)
  if (text[at] !== ']') throw new SyntaxError('a list is broken')
  return at
}

export function afterField(text: string, at: number): number {
  if (text[at] === ',') return skipSpace(text, at + 1)
  if (text[at] !== '}') throw new SyntaxError('an object is broken')
  return at
}

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = '"[]{}'.split('').map((char) => char.charCodeAt(0))

export function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return skipString(text, from)
  if (first !== OPEN && first !== OPEN_LIST) {
    const plain = /[-+.\w]+/y
    plain.lastIndex = from
    const found = plain.exec(text)
    if (!found) throw new SyntaxError('a value was expected')
    return from + found[0].length
  }
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = skipString(text, at) - 1
    else if (char === OPEN || char === OPEN_LIST) depth++
    else if ((char === CLOSE || char === CLOSE_LIST) && --depth === 0) return at + 1
  }
  throw new SyntaxError('a value has no end')
}
