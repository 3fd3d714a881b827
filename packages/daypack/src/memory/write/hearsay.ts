import { anyLanguage } from '../language/index.ts'
import { withoutOpener } from './lasting.ts'
import { hasValue } from './has-value.ts'
import { kindOfStatement } from './wording.ts'

/**
 * `My boss thinks Tailwind is ugly`: what somebody else thinks, no fact of the user's. What they say of a day or an
 * amount, decide, or say must be so, counts: `the bank says my card expires in May`.
 */
export function isHearsay(sentence: string): boolean {
  const text = withoutOpener(sentence)
  const match = HEARSAY().exec(text)
  if (match === null) return false
  const said = [text.slice(0, match.index), text.slice(match.index + match[0].length)].map((part) => part.trim())
  return said.every((part) => !hasValue(part) && !MUST().test(part) && kindOfStatement(part) !== 'Decision')
}

const HEARSAY = anyLanguage(({ shape }) => shape?.hearsay)
const MUST = anyLanguage(({ shape }) => shape?.must)
