import { hash } from 'node:crypto'
import type { Scope } from 'daypack/internal'

export function termId(scope: Scope, term: string): string {
  return hash('sha256', `${scope} ${term}`, 'buffer').readBigInt64LE(0).toString()
}
