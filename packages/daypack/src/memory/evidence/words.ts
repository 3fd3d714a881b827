import { CJK, wordsIn } from '../language/cjk.ts'
import { normalForm } from '../text/normal.ts'
import table from './words.json' with { type: 'json' }

/** Small words, what a note calls the user, and number words, which are checked as numbers. */
const PLAIN = new Set([...table.plain.split(' '), ...Object.keys(table.numbers)])
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_.+#@/&-]*/gu

/** The words of a text in order, as written; of scripts without spaces as the dictionary cuts them. */
export function tokensOf(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(TOKEN)].flatMap(([run]) =>
    CJK.test(run)
      ? wordsIn(run).filter((word) => /[\p{L}\p{N}]/u.test(word))
      : run.replace(/['’]s$|[.'’/&-]+$/u, '').split(/(?<=\p{L}{2})[-/](?=\p{L}{2})/u),
  )
}

/** Whether a word says something by itself, in any language: small words and what a note calls the user do not. */
export function isContent(token: string): boolean {
  if (/\d/.test(token)) return false
  if (CJK.test(token)) return token.length > 1 && !PLAIN.has(token)
  return token.length > 2 && !PLAIN.has(token.toLowerCase())
}

/** A text as evidence: its words, and its letters without anything between them. */
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

/** A name is said as it is, inflected by a letter or two, or shortened to letters of it: `pg`, `SGT`, `nvim`. */
export function saysName(name: string, { words, letters }: Evidence): boolean {
  const key = fold(name)
  if (key === '' || words.has(key) || (key.length > 3 && letters.includes(key))) return true
  for (const word of words) {
    const [short, long] = word.length < key.length ? [word, key] : [key, word]
    if (short.length > 2 && long.startsWith(short) && long.length - short.length <= 2) return true
    if (/^[b-df-hj-np-tv-xz\d]{2,5}$/.test(word) && word.length < key.length && isInitials(word, key)) return true
  }
  return false
}

function isInitials(short: string, long: string): boolean {
  let at = 0
  for (const char of long) if (char === short[at]) at++
  return short[0] === long[0] && at === short.length
}

/** Names of a line, by their capital inside it or by how they are spelled; German writes every noun with a capital. */
export function namesIn(line: string): string[] {
  const inside = [
    ...line.matchAll(
      /(?<=[\p{L}\p{N},;:)("'“„«] ?|(?<!\p{L})\p{Lu}\p{L}{0,2}\. )(?<=[\s("'“„«-])\p{Lu}[\p{L}\p{M}\p{N}'’.-]*/gu,
    ),
  ]
  const coded = line.matchAll(
    /(?<!\p{L})[A-Za-z\d]*(?:[a-z][A-Z]|[A-Z]{2}|[_@/])[A-Za-z\d_@./-]*|[\w-]{2,}\.[a-z]{2,}(?!\w)|(?<=\s)[A-Z]\.(?= )/gu,
  )
  const isGerman = tokensOf(line).some((word) => GERMAN.has(word.toLowerCase()))
  return [
    ...new Set([...(isGerman ? [] : inside), ...coded].map(([name]) => name.replace(/['’]s$|[.'’-]+$/u, ''))),
  ].filter((name) => isContent(name) || /^[A-Z]$/.test(name))
}

const GERMAN = new Set('der die das und ist ein eine mit für von im am den dem hat wird nicht zu bei seit'.split(' '))

/** Words of one list of the table that stand in a text. */
export function listed(list: WordList, text: string): string[] {
  const plain = text.toLowerCase().replaceAll('’', "'")
  const words = new Set(plain.match(/[\p{L}\p{M}'-]+/gu)?.flatMap((word) => [word, word.replace(/'s$/, '')]))
  return [
    ...LISTS[list].filter((word) => words.has(word)),
    ...table[`${list}Cjk`].filter((word) => text.includes(word)),
  ]
}

type WordList = 'no' | 'perhaps' | 'people'
const LISTS: Readonly<Record<WordList, readonly string[]>> = {
  no: table.no.split(' '),
  perhaps: table.perhaps.split(' '),
  people: table.people.split(' '),
}

const AGREES = new RegExp(`(?<!\\p{L})${table.agrees}(?!\\p{L})`, 'iu')
const UNREAL = new RegExp(`(?<!\\p{L})${table.unreal}(?!\\p{L})`, 'iu')

export function agrees(text: string): boolean {
  return AGREES.test(text.replaceAll('’', "'")) || table.agreesCjk.some((word) => text.includes(word))
}

/** Said of something that is only imagined. */
export function isUnreal(text: string): boolean {
  return UNREAL.test(text) || table.unrealCjk.some((word) => text.includes(word))
}

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
  for (const [short, long] of Object.entries(table.short)) {
    const bare = fold(short.replace(/_.*$/, ''))
    for (const word of long.split(' ')) {
      add(bare, fold(word))
      if (word.length > 2 && !long.includes(' ')) add(fold(word), bare)
    }
  }
  return forms
}
