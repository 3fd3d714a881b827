import { afterComma, afterField, skipSpace, skipString, skipValue } from './scan.ts'
import { moveBack, commonStart, bodyText, type Place, type BodyText } from './body-text.ts'

export type Field = {
  readonly key: string
  readonly value: unknown
  readonly from: number
  readonly to: number
  readonly raw?: string
  readonly ends?: readonly number[]
}

export type Fields = { readonly body: BodyText; readonly fields: readonly Field[]; readonly hasTwins: boolean }

const RAW = new WeakMap<object, string>()

export function rawOf(value: unknown): string | undefined {
  return isReference(value) ? RAW.get(value) : undefined
}

/** The last of equal keys counts, as in JSON.parse. What `before` has with the same text is taken over. */
export function fieldsOf(source: string | Uint8Array, before?: Fields): Fields | undefined {
  try {
    const parted = before && partedIn(source, before)
    const body = bodyText(source, parted?.place)
    const reader: Reader = { text: body.rest, base: body.from, before }
    const fields = new Map((parted?.fields ?? []).map((field) => [field.key, field]))
    const start = parted ? listFrom(reader, parted) : undefined
    if (start) fields.set(start.key, start)
    return finished(reader, fields, start, body)
  } catch {
    return undefined
  }
}

type Reader = { readonly text: string; readonly base: number; readonly before: Fields | undefined }

function finished(
  { text, base, before }: Reader,
  fields: Map<string, Field>,
  start: Field | undefined,
  body: BodyText,
): Fields | undefined {
  let hasTwins = false
  let at = start ? skipSpace(text, start.to - base) : skipSpace(text, 0)
  if (start) at = afterField(text, at)
  else if (text[at] === '{') at = skipSpace(text, at + 1)
  else return undefined
  while (text[at] !== '}') {
    const end = skipString(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    at = skipSpace(text, end)
    if (text[at] !== ':') return undefined
    const from = skipSpace(text, at + 1)
    const old = before?.fields.find((field) => field.key === key)
    const field = fieldAt({ text, base, before }, key, from, old)
    hasTwins ||= fields.has(key)
    fields.set(key, field)
    at = afterField(text, skipSpace(text, field.to - base))
  }
  return text.slice(at + 1).trim() === '' ? { body, fields: [...fields.values()], hasTwins } : undefined
}

type Parted = {
  readonly fields: readonly Field[]
  readonly list: Field
  readonly kept: number
  readonly place: Place
  readonly isWhole: boolean
}

function partedIn(source: string | Uint8Array, before: Fields): Parted | undefined {
  if (before.hasTwins) return undefined
  const same = commonStart(source, before.body)
  const at = before.fields.findLastIndex(({ ends }) => (ends?.[0] ?? Infinity) <= same.chars)
  const list = before.fields[at]
  const values = (list?.value ?? []) as readonly unknown[]
  // A number that ends where they part may go on there.
  const kept = list?.ends?.findLastIndex((end, n) => end < same.chars || (end === same.chars && isReference(values[n])))
  const end = kept === undefined ? undefined : list?.ends?.[kept]
  if (!list || kept === undefined || end === undefined) return undefined
  return {
    fields: before.fields.slice(0, at),
    list,
    kept: kept + 1,
    place: moveBack(source, same, same.chars - end),
    isWhole: list.to <= same.chars,
  }
}

function listFrom({ text, base }: Reader, { list, kept, isWhole }: Parted): Field {
  const { key, from } = list
  const old = list.value as readonly unknown[]
  const values = old.slice(0, kept)
  const ends = list.ends?.slice(0, kept) ?? []
  const to = entriesAt({ text, base }, afterComma(text, skipSpace(text, 0)), { values, ends, old })
  return { key, from, to, value: isWhole ? old : values, ends }
}

function fieldAt({ text, base }: Reader, key: string, from: number, old: Field | undefined): Field {
  if (text[from] === '[') return wholeList({ text, base }, key, from, old)
  const raw = rawOf(old?.value)
  const isAgain = old && raw !== undefined && text.startsWith(raw, from)
  if (isAgain) return { key, value: old.value, raw, from: base + from, to: base + from + raw.length }
  const to = skipValue(text, from)
  const own = ownText(text, from, to)
  return { key, value: valued(own), raw: own, from: base + from, to: base + to }
}

function wholeList({ text, base }: Pick<Reader, 'text' | 'base'>, key: string, from: number, old?: Field): Field {
  const before = old?.ends ? (old.value as readonly unknown[]) : []
  const values: unknown[] = []
  const ends: number[] = []
  const to = entriesAt({ text, base }, skipSpace(text, from + 1), { values, ends, old: before })
  const isAgain = values.length === before.length && values.every((value, index) => value === before[index])
  const raw = ownText(text, from, to - base)
  return { key, from: base + from, to, value: old?.ends && isAgain ? before : values, ends, raw }
}

type Entries = { readonly values: unknown[]; readonly ends: number[]; readonly old: readonly unknown[] }

function entriesAt(
  { text, base }: Pick<Reader, 'text' | 'base'>,
  start: number,
  { values, ends, old }: Entries,
): number {
  let at = start
  while (text[at] !== ']') {
    const before = old[values.length]
    const raw = rawOf(before)
    const isOld = raw !== undefined && text.startsWith(raw, at)
    const to = isOld ? at + raw.length : skipValue(text, at)
    values.push(isOld ? before : valued(ownText(text, at, to)))
    ends.push(base + to)
    at = afterComma(text, skipSpace(text, to))
  }
  return base + at + 1
}

function valued(raw: string): unknown {
  const value = JSON.parse(raw) as unknown
  if (isReference(value)) RAW.set(value, raw)
  return value
}

/** A copy: a mere slice would keep all of the text it was cut from. */
function ownText(text: string, from: number, to: number): string {
  return ` ${text.slice(from, to)}`.slice(1)
}

function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
