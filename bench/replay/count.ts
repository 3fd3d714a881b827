// Exact o200k counts, remembered for the whole run: all strategies count the same texts.
import { o200k } from '../../packages/daypack/src/tokens/count.ts'

const exact = await o200k()
const known = new Map<string, number>()

export function count(text: string): number {
  let tokens = known.get(text)
  if (tokens === undefined) {
    tokens = exact.count(text)
    known.set(text, tokens)
  }
  return tokens
}
