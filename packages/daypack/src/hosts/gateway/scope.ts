import type { Scope } from '../../memory/index.ts'
import { sha256 } from '../../log/intake.ts'
import type { Fields } from './upstream.ts'

/** Where clients put their key. */
export const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const LENGTH = 12

/** The scope in which sessions and notes of a sender are kept, where users are kept apart. */
export function userOf(scope = ''): Scope {
  return { user: `key-${scope}` }
}

/**
 * Who sends a request: a hash of their key, wherever it is put, of the server it is for, and of their name where they have one.
 * Two scopes never meet.
 */
export function scopeOf(headers: Fields, upstream: string, search: string, person?: string): string {
  const keys = [...CREDENTIALS.map((name) => headers[name] ?? ''), ...(person === undefined ? [] : [person])]
  const inSearch = new URLSearchParams(search).get('key') ?? ''
  return sha256(JSON.stringify([...keys, inSearch, upstream])).slice(0, LENGTH)
}
