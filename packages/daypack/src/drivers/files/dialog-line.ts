import type { DialogRecord } from '../../model/driver.ts'
import { isObject, type Json } from '../../model/json.ts'
import type { JournalRecord } from './record.ts'

/** The message as CoPaw keeps it; our own facts are in `metadata`, which comes first. */
export function lineOf({ session, seq, sha256, message }: DialogRecord): Json {
  const { metadata = {}, ...rest } = isObject(message) ? message : { content: message }
  const own = { session, message: seq, hash: sha256, ...(!isObject(message) && { bare: true }) }
  return { metadata: { ...own, ...(isObject(metadata) ? metadata : { other: metadata }) }, ...rest }
}

export function recordOfLine({ payload, at }: Pick<JournalRecord, 'payload' | 'at'>): DialogRecord | undefined {
  if (!isObject(payload)) return undefined
  const { metadata, ...rest } = payload
  if (!isObject(metadata)) return undefined
  const { session, message: seq, hash: sha256, bare, ...others } = metadata
  if (typeof session !== 'string' || typeof seq !== 'number' || typeof sha256 !== 'string') return undefined
  const kept = Object.keys(others).length > 0 ? { metadata: others } : {}
  const message = bare === true ? (rest['content'] ?? null) : { ...rest, ...kept }
  return { session, seq, at, sha256, message }
}
