import { type Blacken, blackened, blackenedWhere } from './blacken.ts'
import { contentTerms, share } from './terms.ts'
import { wordsOf } from '../text/normal.ts'
import { within } from './tombstones.ts'

/** What to forget: statements with this phrase or all its words, or everything from a source (`s1`, `s1#3-9`, an address, a file). */
export type ForgetWhat = { readonly query: string } | { readonly source: string }

/** Fewer words must stand there as one phrase: two common ones meet by chance. */
const MIN_TERMS = 3

/** Whether a statement is one of those to forget. */
export function isMeant(text: string, from: readonly string[], what: ForgetWhat): boolean {
  if ('source' in what) return from.some((ref) => within(ref, what.source))
  const query = spaced(what.query)
  if (query === '') return false
  if (spaced(text).includes(query)) return true
  const terms = contentTerms(what.query)
  return terms.size >= MIN_TERMS && share(terms, contentTerms(text)) === 1
}

/** Sentences that are meant, and these texts wherever they stand. */
export function blackener(what: ForgetWhat, texts: readonly string[]): Blacken {
  const exact = texts.filter((text) => text.trim() !== '')
  return (text) => {
    let result = text
    for (const each of exact) if (result.includes(each)) result = result.replaceAll(each, blackened)
    return 'source' in what ? result : blackenedWhere(result, (part) => isMeant(part, [], what))
  }
}

/** Words with one space around each, so that `tea` is found in `my tea.` and not in `my team`. */
function spaced(text: string): string {
  const words = wordsOf(text)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}
