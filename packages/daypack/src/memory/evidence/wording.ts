import { normalForm, wordsOf } from '../text/normal.ts'
import table from './words.json' with { type: 'json' }

const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}]/u
const PLAIN = new Set(table.plain.split(' '))

/** A text as evidence: its words, and its letters without anything between them. */
export type Support = { readonly words: readonly string[]; readonly letters: string }

export function supportOf(text: string): Support {
  const words = wordsOf(text.replaceAll('’', "'")).map(folded)
  const spelled = words.flatMap((word) => SHORT.get(word) ?? [])
  return { words: [...new Set([...words, ...spelled])], letters: folded(normalForm(text)) + spelled.join('') }
}

const SHORT: ReadonlyMap<string, readonly string[]> = shortForms()

/** Both ways: `bf` bears out `boyfriend`, and `boyfriend` bears out `bf`. */
function shortForms(): Map<string, string[]> {
  const forms = new Map<string, string[]>()
  const add = (from: string, to: string): void => void forms.set(from, [...(forms.get(from) ?? []), to])
  for (const [short, long] of Object.entries(table.short)) {
    const bare = folded(short.replace(/_.*$/, ''))
    for (const word of long.split(' ')) {
      add(bare, folded(word))
      if (word.length > 2 && !long.includes(' ')) add(folded(word), bare)
    }
  }
  return forms
}

/** Words of a line that say something, as they are written. */
export function contentWords(line: string): string[] {
  const words = line.match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’_.+#@/-]*/gu) ?? []
  return words
    .flatMap((word) => (CJK.test(word) ? pairsOf(word) : word.replace(/['’]s$|[.'’/-]+$/u, '')))
    .filter((word) => (CJK.test(word) ? true : word.length > 2 && !PLAIN.has(word.toLowerCase())))
}

/** Neighbouring characters: what bears out most of them bears out the words. */
function pairsOf(run: string): string[] {
  const chars = Array.from(run).filter((char) => CJK.test(char) && !PARTICLES.has(char))
  return chars.slice(1).map((char, at) => `${chars[at]}${char}`)
}

const PARTICLES = new Set(
  '的了是在和与也就都而着我你他她它们這那个把用户の は が を に へ と で も や か な'.replaceAll(' ', ''),
)

/** Whether a text says a word: in another form, as a part of a longer one, or by its short form. */
export function says(word: string, { words, letters }: Support): boolean {
  const key = folded(normalForm(word))
  if (key === '') return true
  if (CJK.test(key)) return letters.includes(key) || Array.from(key).every((char) => letters.includes(char))
  if (words.includes(key) || (key.length > 3 && letters.includes(key))) return true
  const stem = stemOf(key)
  return words.some((each) => each.length > 2 && (stemOf(each) === stem || isForm(key, each)))
}

/** A name is said as it is, or inflected by a letter or two; a short form stands for it. */
export function saysName(name: string, { words, letters }: Support): boolean {
  const key = folded(normalForm(name))
  if (key === '' || words.includes(key) || (key.length > 3 && letters.includes(key))) return true
  return words.some((each) => {
    const [short, long] = each.length < key.length ? [each, key] : [key, each]
    return short.length > 2 && long.startsWith(short) && long.length - short.length <= 2
  })
}

export function isCjk(text: string): boolean {
  return CJK.test(text)
}

const AGREES = new RegExp(`(?<!\\p{L})${table.agrees}(?!\\p{L})`, 'iu')

export function agrees(text: string): boolean {
  return AGREES.test(text.replaceAll('’', "'")) || table.agreesCjk.some((word) => text.includes(word))
}

const UNREAL = new RegExp(`(?<!\\p{L})${table.unreal}(?!\\p{L})`, 'iu')

/** Said of somebody who is only made up. */
export function isUnreal(text: string): boolean {
  return UNREAL.test(text) || table.unrealCjk.some((word) => text.includes(word))
}

/** Forms of one word begin alike: `allergic` and `allergy`, `moved` and `moving`. */
function isForm(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length)
  if (least < 4) return false
  let same = 0
  while (same < least && a[same] === b[same]) same++
  return same >= Math.max(4, Math.ceil(Math.max(a.length, b.length) * 0.6))
}

function stemOf(word: string): string {
  return word.replace(/(?:ies|ied|ing|ed|es|s|en|e|y|er|n)$/, '').replace(/(.)\1$/, '$1')
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Words of one of the tables that stand in a text. */
export function wordsFrom(list: WordList, text: string): string[] {
  const found =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}'-]+/gu) ?? []
  const words = new Set(found.flatMap((word) => [word, word.replace(/'s$/, '')]))
  const spaced = LISTS[list].filter((word) => words.has(word))
  return [...spaced, ...CJK_LISTS[list].filter((word) => text.includes(word))]
}

export type WordList = 'no' | 'perhaps' | 'always' | 'people' | 'first' | 'third'
const LISTS: Readonly<Record<WordList, readonly string[]>> = {
  no: table.no.split(' '),
  perhaps: table.perhaps.split(' '),
  always: table.always.split(' '),
  people: table.people.split(' '),
  first: table.first.split(' '),
  third: table.third.split(' '),
}
const CJK_LISTS: Readonly<Record<WordList, readonly string[]>> = {
  no: table.noCjk,
  perhaps: table.perhapsCjk,
  always: table.alwaysCjk,
  people: table.peopleCjk,
  first: table.firstCjk,
  third: table.thirdCjk,
}

/** A name, by its capital inside the line; German writes every noun so, and is told by how many there are. */
export function namesIn(line: string): string[] {
  const inside = [...line.matchAll(/(?<=[\p{L}\p{N},;:)("'“„«] ?)(?<=[\s("'“„«-])\p{Lu}[\p{L}\p{M}\p{N}'’.-]*/gu)].map(
    ([name]) => name,
  )
  const words = line.match(/\p{L}+/gu) ?? []
  const isGerman = inside.length > words.length / 4 && wordsOf(line).some((word) => GERMAN.has(word))
  const coded =
    line.match(
      /(?<!\p{L})[A-Za-z\d]*(?:[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|[A-Z]{2}|[_@/])[A-Za-z\d_@./-]*|[\w-]{2,}\.[a-z]{2,}(?!\w)|\b[A-Z]\.(?= )|(?<=(?:Mr|Mrs|Ms|Dr|St|Prof)\. )\p{Lu}\p{L}+/gu,
    ) ?? []
  return [...new Set([...(isGerman ? [] : inside), ...coded])]
    .map((name) => name.replace(/['’]s$|[.'’-]+$/u, ''))
    .filter(
      (name) => !/^\d+(?:st|nd|rd|th|am|pm|h\d*|k)$/i.test(name) && !CALENDAR.has(name.toLowerCase().replace(/s$/, '')),
    )
}

/** Dates are checked by themselves. */
const CALENDAR = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december am pm user'.split(
    ' ',
  ),
)

const GERMAN = new Set(
  'der die das und ist ein eine mit für von im am den dem hat wird auf nicht zu bei seit'.split(' '),
)
