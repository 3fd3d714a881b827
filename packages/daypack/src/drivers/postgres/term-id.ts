import { hash } from 'node:crypto'
import type { Scope } from '../../model/index-store.ts'

/** What a term is known by in the inverted index that all tenants share: 64 bits, signed as the column is. */
export function termId(tenant: string, generation: number, scope: Scope, term: string): bigint {
  const bytes = hash('sha256', JSON.stringify([tenant, generation, scope, term]), 'buffer')
  return bytes.readBigInt64LE(0)
}
