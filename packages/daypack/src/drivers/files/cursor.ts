import { DaypackError } from '../../model/errors.ts'
import { isObject } from '../../model/json.ts'
import { FORMAT_VERSION, type JournalRecord, type LinePart } from './record.ts'
import type { LineStart } from './scan.ts'

export type Cursor = LineStart & {
  readonly seq: number
  /** Damaged lines since: their numbers are taken, so that nothing else is ever known by them. */
  readonly lost: number
}
export type PlacedRecord = JournalRecord & { readonly line: number }
export type Finding = { readonly offset: number; readonly bytes: number; readonly why: string }

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
    {
      details: { version: version ?? null },
    },
  )
}
