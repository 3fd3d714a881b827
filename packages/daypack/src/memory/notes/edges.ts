import { anyLanguage, fromLanguages } from '../language/index.ts'

/** `No default exports please` says the same without its last word. The rest stays as it was said. */
export function withoutCloser(text: string): string {
  const [, said = text, end = ''] = /^(.*?)(\s*[.!。！]*)$/su.exec(text.trimEnd()) ?? []
  const bare = said.replace(CLOSER(), '')
  return bare.trim() === '' ? text : `${bare.trimEnd()}${end.trimStart()}`
}

/** A capital at the beginning of a sentence; `npm` and `snake_case` stay. */
export function capitalised(text: string): string {
  const [word = ''] = /^\p{Ll}+(?:['’]\p{Ll}+)?(?=['’]?,? )/u.exec(text) ?? []
  const isWord = word.length > 3 && VOWEL.test(word) && /\S+ \S+ \S/.test(text)
  return word !== '' && (isWord || SMALL().has(word.replace('’', "'")))
    ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
    : text
}

/** Names of programs mostly have none, or are shorter than a word. */
const VOWEL = /[aeiouyáéíóúàèâêîôûäöü]/
const CLOSER = anyLanguage(({ kept }) => kept?.closer)
const SMALL = fromLanguages(
  (all) => new Set(all.flatMap(({ stopWords, smallWords = '' }) => `${stopWords} ${smallWords}`.split(/\s+/))),
)
