import { createContext, Script } from 'node:vm'
import { DaypackError } from '../model/errors.ts'

const MAX_PATTERN = 1_000
const MAX_LINE = 20_000
const LIMIT_MS = 1_000

const TEST_LINES = new Script('lines.map((line) => pattern.test(line))')

/**
 * A regular expression, or plain text where it is none; case ignored. One that backtracks for more than a second in all
 * is refused.
 */
export function matcher(pattern: string): (lines: readonly string[]) => boolean[] {
  const plain = pattern.toLowerCase()
  const expression = expressionOf(pattern)
  let left = LIMIT_MS
  return (lines) => {
    const held = lines.map((line) => line.toLowerCase().includes(plain))
    if (!expression) return held
    const start = performance.now()
    const short = lines.map((line) => line.slice(0, MAX_LINE))
    const found = testWithin(expression, short, left)
    left -= performance.now() - start
    return held.map((isHeld, index) => isHeld || found[index] === true)
  }
}

function expressionOf(pattern: string): RegExp | undefined {
  if (pattern.length > MAX_PATTERN) return undefined
  try {
    return new RegExp(pattern, 'iu')
  } catch {
    return undefined
  }
}

/** In a context of its own, because only there V8 breaks off an expression that takes too long. */
function testWithin(pattern: RegExp, lines: readonly string[], ms: number): boolean[] {
  try {
    return TEST_LINES.runInContext(createContext({ pattern, lines }), {
      timeout: Math.max(1, Math.ceil(ms)),
    }) as boolean[]
  } catch (cause) {
    throw new DaypackError('unsupported', 'This pattern takes too long here; search for plain words, or in less.', {
      cause,
    })
  }
}
