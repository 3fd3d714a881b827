import { DaypackError } from '../model/errors.ts'
import { parse } from './regex/parse.ts'
import { compile, search, type Allowance } from './regex/run.ts'

const MAX_PATTERN = 1_000
const MAX_LINE = 20_000
/** Steps of one search, over all lines: about a second. */
const MAX_STEPS = 30_000_000
/** Nothing in it can be tried in two ways. */
const SIMPLE = /^[^()|*+?{}\\[\]^$]*$/

/**
 * A regular expression without backtracking, else letters, case ignored; too many steps are refused.
 *
 * @example
 * import { matcher } from 'daypack'
 *
 * if (!matcher('err(or)?:')('Error: no such file')) throw new Error('case does not matter')
 */
export function matcher(pattern: string): (line: string) => boolean {
  const plain = pattern.toLowerCase()
  const byLetters = (line: string): boolean => line.toLowerCase().includes(plain)
  if (pattern.length > MAX_PATTERN || (SIMPLE.test(pattern) && !pattern.includes('.'))) return byLetters
  const node = parse(pattern)
  const program = node && compile(node)
  if (!program) return byLetters
  const allowance: Allowance = { left: MAX_STEPS }
  return (line) => {
    if (byLetters(line)) return true
    const found = search(program, line.slice(0, MAX_LINE), allowance)
    if (found !== undefined) return found
    throw new DaypackError('unsupported', 'This pattern takes too many steps here; search for plain words, or in less.')
  }
}
