import { createHash } from 'node:crypto'

/** Eight characters for what is too long to be written out. */
export function digest(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 8)
}
