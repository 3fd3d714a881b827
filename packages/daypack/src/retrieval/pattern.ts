import { type Context, createContext, Script } from 'node:vm'
import { DaypackError } from '../model/errors.ts'

const MAX_PATTERN = 1_000
const MAX_LINE = 20_000
const LIMIT_MS = 1_000
/** A call that takes no longer is not counted, so that a long session can be searched. */
const FREE_MS = 20

const TEST_LINES = new Script('lines.map((line) => pattern.test(line))')

/**
 * A regular expression, or plain text if it does not compile; case-insensitive. Throws once matching has taken more than a
 * second in total.
 */
export function matcher(pattern: string): (lines: readonly string[]) => boolean[] {
  const plain = pattern.toLowerCase()
  const expression = expressionOf(pattern)
  // One for all calls: making one costs more than most searches.
  let context: Context | undefined
  let left = LIMIT_MS
  return (lines) => {
    const held = lines.map((line) => line.toLowerCase().includes(plain))
    if (!expression) return held
    // Nothing repeats, so nothing backtracks for long; a time limit costs a millisecond a call.
    if (!/[*+?{]/.test(pattern)) return held.map((isHeld, index) => isHeld || expression.test(lines[index] ?? ''))
    context ??= createContext({ pattern: expression })
    context['lines'] = lines.map((line) => line.slice(0, MAX_LINE))
    const start = performance.now()
    const found = testWithin(context, left)
    left -= Math.max(0, performance.now() - start - FREE_MS)
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

/** In a separate context: only there does V8 abort an expression that takes too long. */
function testWithin(context: Context, ms: number): boolean[] {
  try {
    return TEST_LINES.runInContext(context, { timeout: Math.max(1, Math.ceil(ms)) }) as boolean[]
  } catch (cause) {
    throw new DaypackError('unsupported', 'This pattern takes too long here; use plain words or narrow the search.', {
      cause,
    })
  }
}
