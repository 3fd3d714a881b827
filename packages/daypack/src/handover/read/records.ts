import type { Seq } from '../../model/edit.ts'
import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import { clip, flat } from '../text/clip.ts'
import { parsedJson } from '../text/json.ts'

/** A record of somebody's data as a tool last showed it: the files of an agent without files. */
export type KnownRecord = {
  /** The field that identifies it, and its value. */
  readonly key: string
  readonly id: string
  readonly value: JsonObject
  readonly seq: Seq
  readonly tool: string
  /** A call changed it, here or before. */
  readonly changed: boolean
}
export type Records = Map<string, KnownRecord>

const MAX_CHARS = 20_000
const FIELDS = 3
/** Its own id stands at the start of a record; ids further down are of others. */
const FIRST = 3
const ID = /(?:^|[_\s-])(?:id|key|number|uuid)$|^(?:id|uuid)$|[a-z](?:Id|Number|Key)$/

/** Take in a result; what it is a record of, and what it was before. Undefined: it is none. */
export function keepRecord(
  records: Records,
  {
    seq,
    tool,
    input,
    writes,
  }: { readonly seq: Seq; readonly tool: string; readonly input: Json; readonly writes: boolean },
  text: string,
): { readonly now: KnownRecord; readonly before: KnownRecord | undefined } | undefined {
  const value = text.length > MAX_CHARS ? undefined : parsedJson(text)
  if (!isObject(value) || Object.keys(value).length < FIELDS) return undefined
  const asked = isObject(input) ? Object.entries(input) : []
  const found = idIn(Object.entries(value).slice(0, FIRST)) ?? idIn(asked)
  if (!found) return undefined
  const [key, id] = found
  const known = records.get(`${key} ${id}`)
  // One that was made anew under a known id is another record: nobody asked for it by that id.
  const isNew = known !== undefined && writes && !asked.some(([, one]) => row(one, '') === id)
  const name = isNew ? `${key} ${id} of ${seq}` : `${key} ${id}`
  const before = isNew ? undefined : known
  const now: KnownRecord = { key, id, value, seq, tool, changed: writes || (before?.changed ?? false) }
  records.delete(name)
  records.set(name, now)
  return { now, before }
}

function idIn(fields: readonly (readonly [string, Json | undefined])[]): [string, string] | undefined {
  for (const [key, value] of fields) {
    const id = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
    if (ID.test(key) && id !== '' && id.length <= 80) return [key, id]
  }
  return undefined
}

/** What differs between two versions of a record; of a list what it has more, and less. */
export function changesOf(before: JsonObject, now: JsonObject): string {
  const parts: string[] = []
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [was, is] = [before[key] ?? null, now[key] ?? null]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    if (isList(was) && isList(is)) {
      const [come, gone] = [missingIn(was, is), missingIn(is, was)]
      if (come.length > 0) parts.push(`${key} ＋ ${row(come, '')}`)
      if (gone.length > 0) parts.push(`${key} − ${row(gone, '')}`)
    } else if (isObject(was) && isObject(is)) parts.push(`${key}: {${changesOf(was, is)}}`)
    else parts.push(`${key}: ${was === null ? 'none' : row(was, '')} → ${is === null ? 'none' : row(is, '')}`)
  }
  // The short ones say most: a state, an amount.
  return parts.sort((one, other) => one.length - other.length).join('; ')
}

function missingIn(list: readonly Json[], other: readonly Json[]): Json[] {
  const known = new Set(list.map((one) => JSON.stringify(one)))
  return other.filter((one) => !known.has(JSON.stringify(one)))
}

export type ShownRecords = { readonly text: string; readonly seqs: ReadonlySet<Seq> }

const RECORD = 700

/** Records within `maxChars`: those that were changed first, then the newest; told in the order they were seen. */
export function showRecords(records: Records, maxChars: number, covers: (seq: Seq) => boolean): ShownRecords {
  const all = [...records.values()].filter((record) => covers(record.seq))
  const ranked = all.toReversed().sort((one, other) => Number(other.changed) - Number(one.changed))
  const lines = new Map<KnownRecord, string>()
  let left = maxChars
  for (const record of ranked) {
    const line = lineOf(record)
    if (line.length + 1 > left) continue
    left -= line.length + 1
    lines.set(record, line)
  }
  const shown = all.filter((record) => lines.has(record))
  return { text: shown.map((one) => lines.get(one)).join('\n'), seqs: new Set(shown.map((one) => one.seq)) }
}

function lineOf({ key, id, value, seq, tool }: KnownRecord): string {
  const fields = Object.entries(value)
    .filter(([name, one]) => row(one, name) !== '' && !(name === key && row(one, '') === id))
    .map(([name, one]) => `${name}: ${row(one, name)}`)
  return clip(flat(`[${seq}] ${key}: ${id} (${tool}): ${fields.join(', ')}`), RECORD)
}

/** A value as in a table: the rows of a list by their values, their order tells the fields. */
function row(value: Json, name: string): string {
  if (isList(value)) {
    const rows = value.map((one) => row(one, name)).filter(Boolean)
    return rows.length > 1 ? `[${rows.join(value.some(isObject) ? '; ' : ', ')}]` : (rows[0] ?? '')
  }
  if (!isObject(value)) return value === null ? '' : flat(String(value))
  return Object.entries(value)
    .map(([key, one]) =>
      isObject(one) || isList(one) ? `${key}: (${row(one, key)})` : String(one) === name ? '' : flat(String(one ?? '')),
    )
    .filter(Boolean)
    .join(' ')
}
