import { patternOf } from '../language/letters.ts'
import { CJK } from './cjk.ts'

/** Any of these as whole words, where the script has such. */
export function bounded(source: string, flags = 'giu'): RegExp {
  return patternOf(CJK.test(source) ? source : `(?<![\\p{L}_])(?:${source})(?![\\p{L}_])`, flags)
}
