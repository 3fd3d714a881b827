import type { Json, Millis } from '../../model/json.ts'
import { encodeRecord, NEWLINE, readLine, type JournalRecord } from './record.ts'

/** Every record keeps its number, time and line; damaged lines stay as they are. */
export function rewriteLines(
  bytes: Buffer,
  valid: (record: JournalRecord) => boolean,
  change: (payload: Json, at: Millis) => Json,
): { readonly lines: readonly Uint8Array[]; readonly changed: number } {
  const lines: Uint8Array[] = []
  let changed = 0
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end < 0 ? bytes.length : end + 1
    const [part, ...others] = readLine(bytes.subarray(from, end < 0 ? to : end))
    const record = part?.kind === 'record' && others.length === 0 ? part.record : undefined
    const payload = record !== undefined && valid(record) ? change(record.payload, record.at) : record?.payload
    if (record === undefined || payload === undefined || payload === record.payload)
      lines.push(bytes.subarray(from, to))
    else {
      lines.push(Buffer.from(encodeRecord({ ...record, payload })))
      changed++
    }
    from = to
  }
  return { lines, changed }
}
