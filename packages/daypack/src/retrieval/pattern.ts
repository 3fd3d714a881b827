const MAX_PATTERN = 200
/** A quantifier on a group that holds one, or looking back at what was matched: these can take for ever. */
const COSTLY = /\([^)]*[+*}][^)]*\)\s*[+*{?]|\\[1-9]|\(\?<?[=!]|\\k</
const MAX_LINE = 2_000

/** Does a line match? As a regular expression where that is safe and valid, else by its letters; case does not matter. */
export function matcher(pattern: string): (line: string) => boolean {
  const plain = pattern.toLowerCase()
  const byLetters = (line: string): boolean => line.toLowerCase().includes(plain)
  if (pattern.length > MAX_PATTERN || COSTLY.test(pattern)) return byLetters
  try {
    const expression = new RegExp(pattern, 'iu')
    return (line) => expression.test(line.slice(0, MAX_LINE)) || byLetters(line)
  } catch {
    return byLetters
  }
}
