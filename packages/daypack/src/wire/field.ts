import { afterComma, skipSpace, skipValue } from './scan.ts'

/** A value of a body, and where it is in the bytes it was read from. */
export type Field = {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  readonly value: unknown
  /** Where each entry of a list starts and ends, counted from the start of the list; found when somebody asks. */
  spans?: readonly number[]
}

/** `text` has a char for each of the bytes. A field that repeats the bytes of `before` is the same value. */
export function readField(bytes: Buffer, text: string, from: number, before: Field | undefined): Field {
  if (before && text[from] === '[' && isFilledList(before)) return readList(bytes, text, from, before)
  const to = skipValue(text, from)
  const isSame =
    before && before.to - before.from === to - from && sameBytes(bytes, from, before.bytes, before.from, to - from)
  const value: unknown = isSame ? before.value : JSON.parse(bytes.toString('utf8', from, to))
  return { bytes, from, to, value }
}

/** The list with entries behind it, which `added` says behind a comma; undefined: it says something else. */
export function withEntries(list: Field, bytes: Buffer, added: Buffer): Field | undefined {
  const text = added.toString('latin1')
  const comma = skipSpace(text, 0)
  if (text[comma] !== ',') return undefined
  try {
    const entries = JSON.parse(`[${added.toString('utf8', comma + 1)}]`) as unknown[]
    const grown = { bytes, from: list.from, to: list.to + added.length, value: [...valuesOf(list), ...entries] }
    const start = list.to - 1 - list.from
    return list.spans ? { ...grown, spans: [...list.spans, ...scan(text, comma + 1, -start).spans] } : grown
  } catch {
    return undefined
  }
}

/** Tells the bytes that an entry of these lists was read from. */
export function rawEntries(fields: Iterable<Field>): (entry: unknown) => string | undefined {
  const places = new Map<unknown, { readonly list: Field; readonly at: number }>()
  for (const list of fields) {
    if (!isFilledList(list)) continue
    for (const [n, value] of valuesOf(list).entries())
      if (typeof value === 'object' && value !== null) places.set(value, { list, at: 2 * n })
  }
  return (entry) => {
    const place = places.get(entry)
    if (!place) return undefined
    const { list, at } = place
    const spans = spansOf(list)
    return list.bytes.toString('utf8', list.from + (spans[at] ?? 0), list.from + (spans[at + 1] ?? 0))
  }
}

export function isFilledList({ value }: Field): boolean {
  return Array.isArray(value) && value.length > 0
}

export function sameBytes(a: Buffer, at: number, b: Buffer, from: number, length: number): boolean {
  return a.compare(b, from, from + length, at, at + length) === 0
}

function readList(bytes: Buffer, text: string, from: number, before: Field): Field {
  const { spans, to } = scan(text, from + 1, from)
  const known = spansOf(before)
  const old = valuesOf(before)
  const values: unknown[] = []
  const unread: { readonly at: number; readonly raw: string }[] = []
  for (let at = 0; at < spans.length; at += 2) {
    const [start = 0, end = 0, oldStart = 0, oldEnd = 0] = [spans[at], spans[at + 1], known[at], known[at + 1]]
    const size = end - start
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
