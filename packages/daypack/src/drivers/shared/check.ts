import type { Seq } from '../../model/edit.ts'
import type { BlobRange, SessionId } from '../../model/driver.ts'
import type { Entry } from '../../model/entry.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Ref } from '../../model/message.ts'

// What every driver asks of its arguments, so that all refuse alike.

const MAX_TIME = 8.64e15
/** Long enough for any name, and short enough for the first line of a log. */
const MAX_SESSION = 10_000

export function checkSession(session: SessionId): SessionId {
  const isFine = typeof session === 'string' && session !== '' && session.isWellFormed()
  if (isFine && session.length <= MAX_SESSION) return session
  throw new DaypackError(
    'bad-config',
    `A session id is a non-empty string of valid Unicode, at most ${MAX_SESSION} characters.`,
    { details: { session: typeof session === 'string' ? session.slice(0, 100) : session } },
  )
}

export function checkSeqs(session: SessionId, entries: readonly Entry[], expect: Seq): void {
  entries.forEach((entry, index) => {
    if (!(Math.abs(entry.at) <= MAX_TIME)) {
      throw new DaypackError('bad-config', `${entry.at} is not a time in milliseconds.`, {
        details: { session, at: entry.at },
      })
    }
    if (entry.seq === expect + 1 + index) return
    throw new DaypackError(
      'bad-config',
      `Entries must continue seq ${expect}: number ${index} of the batch has seq ${entry.seq}.`,
      { details: { session, expect, index, seq: entry.seq } },
    )
  })
}

export function isRef(ref: Ref): boolean {
  return /^[0-9a-f]{64}$/.test(ref)
}

export function clampRange(range: BlobRange | undefined, bytes: number): BlobRange {
  const from = Math.min(Math.max(range?.from ?? 0, 0), bytes)
  return { from, to: Math.min(Math.max(range?.to ?? bytes, from), bytes) }
}

/** `MEMORY.md`, or a file below `memory/`: plain relative paths with no hidden parts. */
export function checkNotePath(path: string): string {
  const parts = typeof path === 'string' ? path.split('/') : []
  const placed = /^memory\.md$/i.test(path) || (parts.length > 1 && parts[0] === 'memory')
  if (placed && path.isWellFormed() && parts.every(isPlainName)) return path
  throw new DaypackError('unsafe-path', 'A note is MEMORY.md or a file in memory/, with plain names in its path.', {
    details: { path },
  })
}

/** Names that begin with a dot are ours: temporary files. */
export function isPlainName(part: string): boolean {
  return part !== '' && !part.startsWith('.') && !/[\\\u0000-\u001f\u007f]/.test(part) && Buffer.byteLength(part) <= 200
}
