import { CJK, wordsIn } from '../language/cjk.ts'
import { normalForm } from '../text/normal.ts'
import spoken from '../text/numbers.json' with { type: 'json' }
import table from './words.json' with { type: 'json' }

/** Small words, what a note calls the user, and number words, which are checked as numbers. */
const PLAIN = new Set([table.plain, ...Object.values(spoken.numbers)].flatMap((words) => words.split(' ')))
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_.+#@/&-]*/gu

/** The words of a text in order, as written; of scripts without spaces as the dictionary cuts them. */
export function tokensOf(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(TOKEN)].flatMap(([run]) =>
    CJK.test(run)
      ? wordsIn(run).filter((word) => /[\p{L}\p{N}]/u.test(word))
      : run.replace(/^\p{L}{1,2}['’](?=\p{L}{2})|['’]s$|[.'’/&-]+$/gu, '').split(/(?<=\p{L}{2})[-/](?=\p{L}{2})/u),
  )
}

/** The words of a text that say something by themselves, in any language. */
export function contentOf(text: string): string[] {
  return tokensOf(text).filter((token) => {
    if (/\d/.test(token)) return false
    return CJK.test(token) ? token.length > 1 && !PLAIN.has(token) : token.length > 2 && !PLAIN.has(token.toLowerCase())
  })
}

/** A text as evidence: its words with their long forms, and its letters without anything between them. */
export type Evidence = { readonly words: ReadonlySet<string>; readonly letters: string }

export function evidenceOf(text: string): Evidence {
  const words = new Set(tokensOf(text).map(fold))
  for (const word of [...words]) for (const long of SHORT.get(word) ?? []) words.add(long)
  return { words, letters: fold(text) }
}

/** Whether a text says a word: in another form, inside a longer one, or by its short form. */
export function says(token: string, { words, letters }: Evidence): boolean {
  const key = fold(token)
  if (key === '' || words.has(key)) return true
  if (CJK.test(key)) {
    const chars = Array.from(key)
    return letters.includes(key) || chars.filter((char) => letters.includes(char)).length * 2 >= chars.length
  }
  if (key.length > 3 && letters.includes(key)) return true
  for (const word of words) if (isForm(key, word)) return true
  return false
}

/** A name is said letter by letter. */
export function saysName(name: string, { words, letters }: Evidence): boolean {
  const key = fold(name)
  return words.has(key) || key === '' || (key.length > 3 && letters.includes(key))
}

/**
 * Names of a line, by their capital inside it or by how they are spelled; words of one name stand together. German writes
 * every noun with a capital.
 */
export function namesIn(line: string): string[][] {
  const isGerman = tokensOf(line).some((word) => GERMAN.has(word.toLowerCase()))
  const found = [...(isGerman ? [] : line.matchAll(CAPITALS)), ...line.matchAll(CODED)]
  return found
    .map(([name]) => name.split(/\s+|(?<=\p{L}{2})-(?=\p{L}{2})/u).map((word) => word.replace(/['’]s$|[.'’-]+$/u, '')))
    .map((words) => words.filter((word) => contentOf(word).length > 0 || /^[A-Z]$/.test(word)))
    .filter((words) => words.length > 0)
}

/** Words with a capital that do not begin a sentence. */
const CAPITALS =
  /(?<=[\p{L}\p{N},;:)("'“„«] ?|(?<!\p{L})\p{Lu}\p{L}{0,2}\. )(?<=[\s("'“„«-])\p{Lu}[\p{L}\p{M}\p{N}'’.&-]*(?: \p{Lu}[\p{L}\p{M}\p{N}'’.&-]*)*/gu
const CODED =
  /(?<!\p{L})[A-Za-z\d]*(?:[a-z][A-Z]|[A-Z]{2}|[_@/])[A-Za-z\d_@./-]*|[\w-]{2,}\.[a-z]{2,}(?!\w)|(?<=\s)[A-Z]\.(?= )/gu

const GERMAN = new Set(table.germanArticles.split(' '))

/** Forms of one word begin alike: `allergic` and `allergy`, `moved` and `moving`. */
function isForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 4) return false
  let same = 0
  while (same < short.length && a[same] === b[same]) same++
  return same >= Math.max(4, Math.ceil(long.length * 0.5)) || same === short.length
}

function fold(text: string): string {
  return normalForm(text).normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

const SHORT: ReadonlyMap<string, readonly string[]> = shortForms()

/** Both ways: `bf` bears out `boyfriend`, and `boyfriend` bears out `bf`. */
function shortForms(): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  const add = (from: string, to: string): void => void forms.set(from, [...(forms.get(from) ?? []), to])
  for (const [short = '', ...long] of table.short.split(' ').map((pair) => pair.split(/[=+]/).map(fold)))
    for (const word of long) {
      add(short, word)
      if (long.length === 1) add(word, short)
    }
  return forms
}
