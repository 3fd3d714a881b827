import type { Scope } from '../../memory/index.ts'
import { sha256 } from '../../log/intake.ts'
import type { Fields } from './upstream.ts'

export const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const LENGTH = 12

export function userOf(scope = ''): Scope {
  return { user: `key-${scope}` }
}

/** A hash of key, upstream and person; nothing is shared between two scopes. */
export function scopeOf(headers: Fields, upstream: string, search: string, person?: string): string {
  const keys = [...CREDENTIALS.map((name) => headers[name] ?? ''), ...(person === undefined ? [] : [person])]
  const inSearch = new URLSearchParams(search).get('key') ?? ''
  return sha256(JSON.stringify([...keys, inSearch, upstream])).slice(0, LENGTH)
}
