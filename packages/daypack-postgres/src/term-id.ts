import { hash } from 'node:crypto'
import type { Scope } from 'daypack/internal'

/** What a term of a scope is known by: 64 bits, signed as the column is. */
export function termId(scope: Scope, term: string): string {
  return hash('sha256', `${scope} ${term}`, 'buffer').readBigInt64LE(0).toString()
}
