import { NUMBER_WORDS } from '../language/elsewhere.ts'
import { fromLanguages } from '../language/index.ts'
import { contentTerms, share, wordsOf } from './terms.ts'

/** What was said, looked at once for all the lines that are held against it. */
export type Said = {
  readonly text: string
  readonly words: ReadonlySet<string>
  /** Its words, and what its numbers in words mean. */
  readonly values: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  /** Words with a capital inside a sentence, in small letters. */
  readonly names: ReadonlySet<string>
  /** What a person may have said at once; longer stretches only count by their words. */
  readonly clauses: readonly Clause[]
}

/** One clause of it, with the words that carry meaning. */
export type Clause = { readonly text: string; readonly terms: ReadonlySet<string> }

/** Of the last few texts it is kept. */
export function saidIn(text: string): Said {
  const known = lately()
  const found = known.get(text) ?? lookedAt(text)
  if (known.size >= LATELY && !known.has(text)) known.clear()
  known.set(text, found)
  return found
}

const LATELY = 8
const lately = fromLanguages(() => new Map<string, Said>())

function lookedAt(text: string): Said {
  const words = new Set(wordsOf(text))
  const all = clausesIn(text)
  const terms = new Set<string>()
  for (const clause of all) for (const term of clause.terms) terms.add(term)
  const names = new Set((text.match(INSIDE) ?? []).map((name) => name.toLowerCase()))
  const clauses = all.filter((clause) => clause.text.length <= MAX_CHARS)
  return { text, words, values: new Set([...words].flatMap(valuesOfNumber)), terms, names, clauses }
}

const INSIDE = /(?<=[\p{L}\p{N}],? )\p{Lu}[\p{L}\p{N}-]+/gu
const MAX_CHARS = 500

/** What a number means, however it is written. */
export function valuesOfNumber(word: string): readonly string[] {
  return [word, ...(NUMBER_WORDS.get(word) ?? []).map(String)]
}

/** Where one thing said ends and the next begins; `3,000` and `3:40` stay whole. */
const END =
  /(?<=[.!?;])\s+|[。！？；\n，、]+|(?<!\d),|,(?!\d)|[:：](?!\d)\s*|\s[–—-]\s|\s(?:and|but|y|pero|und|aber|et|mais|e|и|но)\s|并且?|而且|以及/iu

export function clausesIn(text: string): Clause[] {
  return text.split(END).flatMap((part) => {
    const said = part.trim()
    return /[\p{L}\p{N}]/u.test(said) ? [{ text: said, terms: contentTerms(said) }] : []
  })
}

/** The clauses that say most of this. */
export function nearest(terms: ReadonlySet<string>, clauses: readonly Clause[]): readonly Clause[] {
  const shares = clauses.map((clause) => share(terms, clause.terms))
  const most = shares.reduce((a, b) => Math.max(a, b), 0)
  return most === 0 ? [] : clauses.filter((_, at) => shares[at] === most)
}
