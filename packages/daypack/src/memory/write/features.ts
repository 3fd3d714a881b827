import { anyLanguage } from '../language/index.ts'

/** What a sentence stands in: the user's message, and what the other side answered. */
export type Context = { readonly message?: string; readonly reply?: string | undefined }

/**
 * What a sentence is like, in any language: its words, up to three in a row, how its words begin, what it begins and ends with,
 * numbers as `#`; of scripts without spaces up to four characters in a row; its size and form, and what it stands in.
 */
export function featuresOf(sentence: string, { message = '', reply = '' }: Context = {}): ReadonlySet<string> {
  const made = new Set<string>()
  const plain = plainOf(sentence.slice(0, MAX_CHARS))
  for (const { 0: run, index } of plain.matchAll(UNSPACED)) {
    for (let at = 0; at < run.length; at++)
      for (let size = 1; size <= LONGEST && at + size <= run.length; size++) made.add(run.slice(at, at + size))
    if (index === 0) for (const size of [1, 2, 3]) made.add(`^${run.slice(0, size)}`)
  }
  const words = wordsIn(plain)
  for (const [at, word] of words.entries()) {
    for (let size = 1; size <= 3 && at + size <= words.length; size++) made.add(words.slice(at, at + size).join(' '))
    if (at < 3) made.add(`^${words.slice(0, at + 1).join(' ')}`)
    if (word.length > 4) for (const size of [4, 5]) made.add(`${word.slice(0, size)}*`)
  }
  for (const word of words.slice(-2)) made.add(`${word}$`)
  for (const [form, pattern] of FORMS) if (pattern.test(sentence)) made.add(form)
  const size = words.length + lengthOf(plain.match(UNSPACED)?.join('') ?? '') / 6
  const step = [2, 4, 8, 14, 22].filter((least) => size > least).length
  made.add(`SIZE ${step}`)
  for (const [name, pattern] of SIGNS)
    if (pattern().test(sentence)) made.add(name.toUpperCase()).add(`${name.toUpperCase()} ${step}`)
  // `Noted, short answers it is`: the other took it for something to keep.
  const [first = '', second = ''] = wordsIn(plainOf(reply.slice(0, 40)))
  for (const start of first === '' ? [] : ['', first, `${first} ${second}`, plainOf(reply.trim()).slice(0, 2)])
    made.add(`> ${start}`)
  const among = lengthOf(message.slice(0, 801))
  for (const least of [200, 400, 800]) if (among > least) made.add(`AMONG ${least}`)
  return made
}

/** Nobody says more in a sentence. */
const MAX_CHARS = 400
const LONGEST = 4
const UNSPACED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]+/gu
const WORD = /[\p{L}']+|\d[\d.,:]*|[.,!?;:…()"“”—–-]/gu

function plainOf(text: string): string {
  return text.toLowerCase().replaceAll('’', "'").trim()
}

function wordsIn(plain: string): string[] {
  return (plain.replace(UNSPACED, '.').match(WORD) ?? []).map((word) => (/^\d/.test(word) ? '#' : word))
}

/** A Han character says as much as three letters. */
export function lengthOf(text: string): number {
  return text.length + 2 * (text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0)
}

/** What tells in every language alike, and weighs the same where few have said anything yet. */
const SIGNS = (['decision', 'preference', 'order', 'fact', 'own', 'hearsay', 'once', 'asking'] as const).map(
  (name) => [name, anyLanguage(({ kinds }) => kinds?.[name])] as const,
)
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['NAMES', /\d|[\p{L}\d][._/@:][\p{L}\d]|\p{Ll}\p{Lu}|(?<=[\p{L},] [(“"]?)\p{Lu}\p{L}/u],
  [
    'CODE',
    /^\w*(?:Error|Exception)(?::|\b.*\bat\b)|^at \S+ ?\(|\S\s{3,}\S|\t|→|@@|\*\*|\[\w+[ :#]|#\d+(?![\da-f])|@[^\s@]+\/|[{}<>|\\]|\w\(|\)\.|;$|^\W*\w+(?:\.\w+)+\W*$/,
  ],
  ['EMOJI', /\p{Extended_Pictographic}/u],
]
