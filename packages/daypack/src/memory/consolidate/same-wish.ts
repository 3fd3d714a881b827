import { anyLanguage } from '../language/index.ts'
import { contentTerms } from '../trust/terms.ts'
import { withoutOpener } from '../write/lasting.ts'
import { inTongue } from '../text/tongue.ts'

/** `I like short answers` and `I prefer short answers`: both say that something is wished, and the same. */
export function isSameWish(a: string, b: string): boolean {
  if (![a, b].every((text) => LIKES(text).test(text)) || NO().test(a) !== NO().test(b)) return false
  const [one, other] = [wishedIn(a), wishedIn(b)]
  return one.size > 1 && one.size === other.size && [...one].every((term) => other.has(term))
}

function wishedIn(text: string): ReadonlySet<string> {
  return contentTerms(
    withoutOpener(text)
      .replace(new RegExp(LIKES(text), 'giu'), ' ')
      .replace(new RegExp(OWN(text), 'giu'), ' '),
  )
}

const LIKES = inTongue(({ kept }) => kept?.likes)
const OWN = inTongue(({ shape }) => shape?.own)
const NO = anyLanguage(({ stance }) => stance?.no)
