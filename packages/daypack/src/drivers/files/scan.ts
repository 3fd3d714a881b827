import { MAX_RECORD_BYTES, NEWLINE, readLine, FORMAT_VERSION, type LinePart, type JournalRecord } from './record.ts'
import type { VfsFile } from './vfs.ts'
import { DaypackError } from '../../model/errors.ts'
import { isObject } from '../../model/json.ts'

const CHUNK_BYTES = 1024 * 1024

export type LineStart = { readonly offset: number; readonly line: number }

/** Answers where the unfinished last line begins; memory is bounded by the longest allowed record. */
export async function scanLines(
  file: VfsFile,
  from: LineStart,
  size: number,
  visit: (parts: readonly LinePart[], start: LineStart) => void,
): Promise<LineStart> {
  let { offset, line } = from
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let tooLong = false
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size - offset, 0)))

  const hold = (bytes: Uint8Array) => {
    pendingBytes += bytes.length
    if (pendingBytes > MAX_RECORD_BYTES) tooLong = true
    if (tooLong) pending = []
    else pending.push(bytes)
  }

  for (let position = offset; position < size;) {
    const got = await file.read(chunk.subarray(0, Math.min(chunk.length, size - position)), position)
    if (got === 0) break
    let at = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < got; end = chunk.indexOf(NEWLINE, at)) {
      hold(chunk.subarray(at, end))
      visit(tooLong ? [overlong(pendingBytes)] : readLine(joinPieces(pending)), { offset, line })
      offset += pendingBytes + 1
      line++
      pending = []
      pendingBytes = 0
      tooLong = false
      at = end + 1
    }
    hold(Buffer.from(chunk.subarray(at, got)))
    position += got
  }
  return { offset, line }
}

function joinPieces(pieces: Uint8Array[]): Uint8Array {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}

function overlong(bytes: number): LinePart {
  return { kind: 'damage', why: 'a line longer than any record', from: 0, to: bytes }
}

export type Cursor = LineStart & {
  readonly seq: number
  /** Damaged lines since: their numbers are taken, so that nothing else is ever known by them. */
  readonly lost: number
}
export type PlacedRecord = JournalRecord & { readonly line: number }
type Finding = { readonly offset: number; readonly bytes: number; readonly why: string }

export const BEGINNING: Cursor = { offset: 0, line: 1, seq: 0, lost: 0 }

export function headOf(cursor: Cursor): number {
  return cursor.seq + cursor.lost
}

type Gap = { from: number; to: number }

export function collector(from: Cursor, after: number, valid: (record: JournalRecord) => boolean) {
  let { seq, lost } = from
  let isSorted = true
  const gaps: Gap[] = []
  const records: PlacedRecord[] = []
  const findings: Finding[] = []

  const judge = (record: JournalRecord, start: LineStart): string | undefined => {
    if (record.seq === 0) return checkVersion(record)
    if (record.seq <= seq && !isMissing(gaps, record.seq)) return `repeats seq ${record.seq}`
    if (!valid(record)) return 'its parts disagree'
    if (record.seq < seq) {
      fill(gaps, record.seq)
      isSorted = false
      if (record.seq > after) records.push({ ...record, line: start.line })
      findings.push({ offset: start.offset, bytes: 0, why: `seq ${record.seq} is out of order; read in its place` })
      return undefined
    }
    if (record.seq > seq + 1) gaps.push({ from: seq + 1, to: record.seq - 1 })
    seq = record.seq
    lost = 0
    if (seq > after) records.push({ ...record, line: start.line })
    return undefined
  }

  return {
    get records(): readonly PlacedRecord[] {
      return isSorted ? records : records.toSorted((a, b) => a.seq - b.seq)
    },
    findings,
    visit(parts: readonly LinePart[], start: LineStart) {
      let intact = false
      for (const part of parts) {
        const why = part.kind === 'damage' ? part.why : judge(part.record, start)
        if (why === undefined) intact = true
        else findings.push({ offset: start.offset + part.from, bytes: part.to - part.from, why })
      }
      // The first line is no record but says what the file is.
      if (!intact && start.line > 1) lost++
    },
    cursor: (end: LineStart): Cursor => ({ ...end, seq, lost }),
  }
}

function isMissing(gaps: readonly Gap[], seq: number): boolean {
  return gaps.some(({ from, to }) => from <= seq && seq <= to)
}

function fill(gaps: Gap[], seq: number): void {
  const at = gaps.findIndex(({ from, to }) => from <= seq && seq <= to)
  const gap = gaps[at]
  if (!gap) return
  const parts = [
    { from: gap.from, to: seq - 1 },
    { from: seq + 1, to: gap.to },
  ]
  gaps.splice(at, 1, ...parts.filter(({ from, to }) => from <= to))
}

/** A format version of 0 is damage: the hash covers the payload alone, not the header. */
function checkVersion({ payload }: JournalRecord): string | undefined {
  const { format, version } = isObject(payload) ? payload : {}
  if (isObject(payload) && format === undefined) return 'its number is lost'
  if (version === FORMAT_VERSION) return undefined
  throw new DaypackError(
    'unsupported',
    `The file has format version ${JSON.stringify(version ?? null)}; this Daypack reads ${FORMAT_VERSION}. Update it.`,
    { details: { version: version ?? null } },
  )
}
