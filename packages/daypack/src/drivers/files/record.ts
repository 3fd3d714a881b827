import { hash } from 'node:crypto'
import { DaypackError } from '../../model/errors.ts'
import { parsedJson, type Json, type Millis } from '../../model/json.ts'

export type JournalRecord = {
  readonly seq: number
  readonly at: Millis
  readonly payload: Json
  /** How it is framed: our own way by default; `message`: a line that is a message to others, ours being its metadata. */
  readonly frame?: 'message'
}

export const FORMAT_VERSION = 1
/** Longer lines are not written, and are skipped unread. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024

/** Enough to notice damage; a hash next to the text it covers can't do more. */
const HASH_DIGITS = 16
const PREFIX =
  /^(\{|\{"metadata":\{)"seq":(\d{1,15}),"at":"([^"]{20,30})","sha256":"([0-9a-f]{16})","bytes":(\d{1,8}),("payload":)?/
const MESSAGE = '{"metadata":{'
const PREFIX_BYTES = 200
const STARTS = [Buffer.from('{"seq":'), Buffer.from(`${MESSAGE}"seq":`)]
export const NEWLINE = 10
const RETURN = 13
const CLOSE = 125

export function encodeRecord({ seq, at, payload, frame }: JournalRecord): string {
  const whole = JSON.stringify(payload)
  const isMessage = frame === 'message' && whole.startsWith(MESSAGE) && whole[MESSAGE.length] !== '}'
  const text = isMessage ? whole.slice(MESSAGE.length, -1) : whole
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_RECORD_BYTES - PREFIX_BYTES) {
    throw new DaypackError('unsupported', `A record of ${bytes} bytes is too big; store big content as a blob.`, {
      details: { seq, bytes, maxBytes: MAX_RECORD_BYTES },
    })
  }
  const time = new Date(at).toISOString()
  const facts = `"seq":${seq},"at":"${time}","sha256":"${hash('sha256', text).slice(0, HASH_DIGITS)}","bytes":${bytes}`
  return isMessage ? `${MESSAGE}${facts},${text}}\n` : `{${facts},"payload":${text}}\n`
}

export function isTimeOf({ at }: JournalRecord, repeated: Json | undefined): boolean {
  return typeof repeated === 'number' && Math.trunc(repeated) === Math.trunc(at)
}

export type LinePart =
  | { readonly kind: 'record'; readonly record: JournalRecord; readonly from: number; readonly to: number }
  | { readonly kind: 'damage'; readonly why: string; readonly from: number; readonly to: number }

/** Finds every record that still verifies, also where a newline was lost; the rest is damage. */
export function readLine(line: Uint8Array): LinePart[] {
  const whole = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  const parts: LinePart[] = []
  // Hostile lines may promise many long records: no more is hashed than a few times the line.
  let allowance = whole.length * 4
  let at = 0
  let damaged = -1
  const close = (to: number) => {
    if (damaged >= 0) parts.push({ kind: 'damage', why: whyOf(whole.subarray(damaged, to)), from: damaged, to })
    damaged = -1
  }
  while (at < whole.length) {
    const found = recordAt(whole, at, allowance)
    if (found.record !== undefined) {
      close(at)
      parts.push({ kind: 'record', record: found.record, from: at, to: found.to })
      at = found.to
      // A carriage return before the newline is an editor's, not damage.
      if (at === whole.length - 1 && whole[at] === RETURN) at++
      continue
    }
    allowance -= found.hashed
    if (damaged < 0) damaged = at
    const next = nextStart(whole, at + 1)
    at = allowance <= 0 ? whole.length : next
  }
  close(whole.length)
  return parts
}

export type Line = {
  readonly from: number
  readonly to: number
  readonly parts: readonly LinePart[]
  readonly record?: JournalRecord
}

/** The lines of a file in memory, newlines included; `record` where a line is exactly one. */
export function* linesIn(bytes: Buffer): Generator<Line> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end < 0 ? bytes.length : end + 1
    const parts = readLine(bytes.subarray(from, end < 0 ? to : end))
    const [part] = parts
    yield { from, to, parts, ...(part?.kind === 'record' && parts.length === 1 && { record: part.record }) }
    from = to
  }
}

/** Infinity: none. */
function nextStart(line: Buffer, from: number): number {
  return Math.min(...STARTS.map((start) => line.indexOf(start, from)).filter((at) => at >= 0))
}

type Found = { readonly record?: JournalRecord; readonly to: number; readonly hashed: number }

function recordAt(line: Buffer, at: number, allowance: number): Found {
  const prefix = PREFIX.exec(line.toString('latin1', at, at + PREFIX_BYTES))
  if (prefix === null) return { to: at, hashed: 0 }
  const [head, start, seq, time, sha256, bytes, key] = prefix
  const isMessage = start === MESSAGE
  // Ours names its payload, a message does not.
  if (isMessage === (key !== undefined)) return { to: at, hashed: 0 }
  const from = at + head.length
  const to = from + Number(bytes)
  if (line[to] !== CLOSE || to - from > allowance) return { to: at, hashed: 0 }
  const payload = line.subarray(from, to)
  const hashed = to - from
  if (sha256 === undefined || !hash('sha256', payload).startsWith(sha256)) return { to: at, hashed }
  const millis = Date.parse(time ?? '')
  if (Number.isNaN(millis)) return { to: at, hashed }
  const text = isMessage ? `${MESSAGE}${payload.toString()}}` : payload.toString()
  const parsed = parsedJson(text) as Json | undefined
  if (parsed === undefined) return { to: at, hashed }
  const record = { seq: Number(seq), at: millis, payload: parsed, ...(isMessage && { frame: 'message' as const }) }
  return { record, to: to + 1, hashed }
}

function whyOf(bytes: Buffer): string {
  if (bytes.every((byte) => byte === 0)) return 'a run of NUL bytes'
  if (bytes.length === 3 && bytes.toString('hex') === 'efbbbf') return 'a byte order mark'
  return PREFIX.test(bytes.toString('latin1', 0, PREFIX_BYTES)) ? 'the hash does not match' : 'not a record'
}

/** Every record keeps its number, time and line; damaged lines stay as they are. */
export function rewriteLines(
  bytes: Buffer,
  valid: (record: JournalRecord) => boolean,
  change: (payload: Json, at: Millis) => Json,
): { readonly lines: readonly Uint8Array[]; readonly changed: number } {
  const lines: Uint8Array[] = []
  let changed = 0
  for (const { from, to, record } of linesIn(bytes)) {
    const after = record && valid(record) ? { ...record, payload: change(record.payload, record.at) } : undefined
    const isSame = after === undefined || after.payload === record?.payload
    if (!isSame) changed++
    lines.push(isSame ? bytes.subarray(from, to) : Buffer.from(encodeRecord(after)))
  }
  return { lines, changed }
}
