import { MAX_RECORD_BYTES, NEWLINE, readLine, type LinePart } from './record.ts'
import type { VfsFile } from './vfs.ts'

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
