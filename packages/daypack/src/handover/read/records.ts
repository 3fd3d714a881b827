import type { Seq } from '../../model/edit.ts'
import { isList, isObject, type Json, type JsonObject } from '../../model/json.ts'
import { clip, flat } from '../text/clip.ts'
import { parsedJson } from '../text/json.ts'

/** A record of somebody's data as a tool last showed it: the files of an agent without files. */
export type Kept = {
  /** The field that identifies it, and its value. */
  readonly key: string
  readonly id: string
  readonly value: JsonObject
  readonly seq: Seq
  readonly tool: string
  /** A call changed it, here or before. */
  readonly changed: boolean
}
export type Records = Map<string, Kept>

const MAX_CHARS = 20_000
const FIELDS = 3
/** Its own id stands at the start of a record; ids further down are of others. */
const FIRST = 3
const ID = /(?:^|[_\s-])(?:id|key|number|uuid)$|^(?:id|uuid)$|[a-z](?:Id|Number|Key)$/

/** Take in a result; what it is a record of, and what it was before. Undefined: it is none. */
export function keepRecord(
  records: Records,
  call: { readonly seq: Seq; readonly tool: string; readonly input: Json; readonly writes: boolean },
  text: string,
): { readonly now: Kept; readonly before: Kept | undefined } | undefined {
  if (text.length > MAX_CHARS) return undefined
  const value = parsedJson(text)
  if (!isObject(value) || Object.keys(value).length < FIELDS) return undefined
  const own = idIn(Object.entries(value).slice(0, FIRST))
  const asked = isObject(call.input) ? Object.entries(call.input) : []
  const found = own ?? idIn(asked)
  if (!found) return undefined
  const [key, id] = found
  const known = records.get(`${key} ${id}`)
  // One that was made anew under a known id is another record: nobody asked for it by that id.
  const isNew = known !== undefined && call.writes && !asked.some(([, one]) => row(one, '') === id)
  const name = isNew ? `${key} ${id} of ${call.seq}` : `${key} ${id}`
  const before = isNew ? undefined : known
  const now: Kept = {
    key,
    id,
    value,
    seq: call.seq,
    tool: call.tool,
    changed: call.writes || (before?.changed ?? false),
  }
  records.delete(name)
  records.set(name, now)
  return { now, before }
}

function idIn(fields: readonly (readonly [string, Json | undefined])[]): [string, string] | undefined {
  for (const [key, value] of fields) {
    if (!ID.test(key)) continue
    if ((typeof value === 'string' && value !== '' && value.length <= 80) || typeof value === 'number')
      return [key, String(value)]
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
      const old = new Set(was.map((one) => JSON.stringify(one)))
      const next = new Set(is.map((one) => JSON.stringify(one)))
      const come = is.filter((one) => !old.has(JSON.stringify(one)))
      const gone = was.filter((one) => !next.has(JSON.stringify(one)))
      if (come.length > 0) parts.push(`${key} ＋ ${inner(come)}`)
      if (gone.length > 0) parts.push(`${key} − ${inner(gone)}`)
    } else if (isObject(was) && isObject(is)) parts.push(`${key}: {${changesOf(was, is)}}`)
    else parts.push(`${key}: ${inner(was)} → ${inner(is)}`)
  }
  // The short ones say most: a state, an amount.
  return parts.sort((one, other) => one.length - other.length).join('; ')
}

function inner(value: Json): string {
  return value === null ? 'none' : row(value, '')
}

export type ShownRecords = { readonly text: string; readonly seqs: ReadonlySet<Seq> }

const RECORD = 700
const LEAST = 120

/** Records within `maxChars`: those that were changed first, then the newest; told in the order they were seen. */
export function showRecords(records: Records, maxChars: number, covers: (seq: Seq) => boolean): ShownRecords {
  const all = [...records.values()].filter((kept) => covers(kept.seq))
  const ranked = all.toReversed().sort((one, other) => Number(other.changed) - Number(one.changed))
  const lines = new Map<Kept, string>()
  let left = maxChars
  for (const kept of ranked) {
    const line = lineOf(kept)
    if (line.length + 1 > left) {
      if (left < LEAST) break
      continue
    }
    left -= line.length + 1
    lines.set(kept, line)
  }
  const shown = all.filter((kept) => lines.has(kept))
  return { text: shown.map((kept) => lines.get(kept)).join('\n'), seqs: new Set(shown.map((kept) => kept.seq)) }
}

function lineOf({ key, id, value, seq, tool }: Kept): string {
  const fields = Object.entries(value)
    .filter(([name, one]) => !(name === key && row(one, '') === id))
    .map(([name, one]) => [name, row(one, name)] as const)
    .filter(([, one]) => one !== '')
    .map(([name, one]) => `${name}: ${one}`)
  return clip(flat(`[${seq}] ${key}: ${id} (${tool}): ${fields.join(', ')}`), RECORD)
}

/** A value as in a table: the rows of a list by their values, their order tells the fields. */
function row(value: Json, name: string): string {
  if (isList(value)) {
    const rows = value.map((one) => row(one, name)).filter((one) => one !== '')
    return rows.length > 1 ? `[${rows.join(value.some(isObject) ? '; ' : ', ')}]` : (rows[0] ?? '')
  }
  if (isObject(value)) {
    const parts = Object.entries(value).map(([key, one]) =>
      isObject(one) || isList(one) ? `${key}: (${row(one, key)})` : String(one) === name ? '' : flat(String(one ?? '')),
    )
    return parts.filter((one) => one !== '').join(' ')
  }
  return value === null ? '' : flat(String(value))
}
