import { sha256 } from 'daypack/internal'
import type { Scope } from 'daypack/memory'
import type { Fields } from '../http/upstream.ts'

export const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const LENGTH = 12

/** Who sends a request. Nothing is shared between two scopes, and no notes between two homes. */
export type Sender = {
  readonly scope: string
  /** Where sessions and notes of this person lie; undefined where everybody is the same one. */
  readonly home?: Scope
  readonly headers: Fields
  /** The name of the session in the address. */
  readonly session?: string | undefined
}

/** Somebody with a name is known by it, whichever keys they use; anybody else by their key and the server it is for. */
export function scopeOf(headers: Fields, search: string, upstream: string, person?: string): string {
  const keys = [...CREDENTIALS.map((name) => headers[name] ?? ''), new URLSearchParams(search).get('key') ?? '']
  return sha256(JSON.stringify([...(person === undefined ? keys : [person]), upstream])).slice(0, LENGTH)
}
