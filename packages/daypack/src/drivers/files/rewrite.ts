import type { Json, Millis } from '../../model/json.ts'
import { encodeRecord, linesIn, type JournalRecord } from './record.ts'

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
