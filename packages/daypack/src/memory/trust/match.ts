import { type Erase, erased, eraseWhere } from './erase.ts'
import { contentTerms, share } from './terms.ts'
import { wordsOf } from '../text/normal.ts'
import { isWished } from './forget-wish.ts'
import { within } from './tombstones.ts'

/**
 * What to forget: statements with this phrase or all its words, everything from a source (`s1`, `s1#3-9`, an address, a file),
 * or what the user named in a talk ("my locker code"): every note with these words, and what was said of it.
 */
export type ForgetWhat = { readonly query: string } | { readonly source: string } | { readonly wish: string }

/** Fewer words must stand there as one phrase: two common ones meet by chance. */
const MIN_TERMS = 3

/** Whether a statement is one of those to forget. */
export function isMeant(text: string, from: readonly string[], what: ForgetWhat): boolean {
  if ('source' in what) return from.some((ref) => within(ref, what.source))
  if ('wish' in what) return isWished(text, what.wish)
  const query = spaced(what.query)
  if (query === '') return false
  if (spaced(text).includes(query)) return true
  const terms = contentTerms(what.query)
  return terms.size >= MIN_TERMS && share(terms, contentTerms(text)) === 1
}

/** Sentences that are meant, and these texts wherever they stand. */
export function eraserFor(what: ForgetWhat, texts: readonly string[]): Erase {
  const exact = texts.filter((text) => text.trim() !== '')
  return (text) => {
    let result = text
    for (const each of exact) result = result.replaceAll(each, erased)
    return eraseWhere(result, (part) => isMeant(part, [], what) && (!('wish' in what) || says(part, exact)))
  }
}

/** More than half of what one of these statements says: a word or two of a wish stand in many sentences by chance. */
function says(part: string, statements: readonly string[]): boolean {
  const terms = contentTerms(part)
  return statements.some((each) => share(contentTerms(each), terms) > 0.5)
}

/** Words with one space around each, so that `tea` is found in `my tea.` and not in `my team`. */
function spaced(text: string): string {
  const words = wordsOf(text)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}
