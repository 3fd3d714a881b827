import words from './forget-words.json' with { type: 'json' }
import { contentTerms, share } from './terms.ts'

const { nothing, behind, ...languages } = words
const ASKS = Object.values(languages)
  .flat()
  .map((form) => new RegExp(`^${form}$`, 'iu'))
const NOTHING = new RegExp(`^(?:${nothing.join('|')})$`, 'iu')
const BEHIND = new RegExp(`[\\s,，]*(?:${behind.join('|')})$`, 'iu')
/** A longer sentence tells something; it is no request of a few words. */
const MAX_CHARS = 160

/** What a sentence asks to forget, in the user's words; undefined when it asks for nothing of the kind. */
export function forgetWish(sentence: string): string | undefined {
  const text = sentence
    .trim()
    .replace(/[.!?。！？…]+$/u, '')
    .replace(BEHIND, '')
  if (text.length > MAX_CHARS) return undefined
  for (const form of ASKS) {
    const what = form.exec(text)?.[1]?.trim()
    if (what !== undefined && what !== '' && !NOTHING.test(what)) return what
  }
  return undefined
}

/** A message without the sentences that ask to forget something, and what they ask for. */
export function withoutWishes(said: string): { readonly text: string; readonly wishes: readonly string[] } {
  const wishes: string[] = []
  const rest = said.split(/(?<=[.!?。！？\n])/u).filter((sentence) => {
    const wish = forgetWish(sentence)
    if (wish !== undefined) wishes.push(wish)
    return wish === undefined
  })
  return wishes.length === 0 ? { text: said, wishes } : { text: rest.join('').trim(), wishes }
}

/** Whether a statement is about all that a wish names. */
export function isWished(text: string, wish: string): boolean {
  return share(contentTerms(wish), contentTerms(text)) === 1
}
