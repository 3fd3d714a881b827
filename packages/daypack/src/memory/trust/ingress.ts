import { defused } from '../notes/source.ts'
import type { Source } from '../notes/provenance.ts'
import type { Tombstones } from './tombstones.ts'

/**
 * The one gate for text we write into notes: comments are made visible, secrets taken out. Undefined: it was forgotten and
 * stays so.
 */
export type Admit = (text: string, source: Source) => Promise<string | undefined>

export function ingress(redact: (text: string) => Promise<string>, tombstones: Tombstones): Admit {
  return async (text, source) => {
    await tombstones.refresh()
    if (tombstones.has(text, source.from)) return undefined
    return defused(await redact(text.toWellFormed()))
  }
}
