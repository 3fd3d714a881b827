import type { Tokens } from '../../../model/json.ts'

/**
 * A quick count: letters and digits of Latin words in fives, every other sign and letter by itself. Exact counters are ten
 * times slower, and an estimate is all that cutting needs.
 */
export function roughTokens(text: string): Tokens {
  let tokens = 0
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const inWord =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      (code >= 0xc0 && code < 0x530)
    if (inWord) {
      run++
      continue
    }
    if (run > 0) {
      tokens += Math.ceil(run / 5)
      run = 0
    }
    if (code > 32 && !(code >= 0xdc00 && code <= 0xdfff)) tokens++
  }
  return tokens + Math.ceil(run / 5)
}
