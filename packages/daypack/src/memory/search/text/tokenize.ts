import { lightArabic } from './arabic.ts'
import { CJK } from '../../language/cjk.ts'
import { isIdentifier, splitIdentifier } from './identifiers.ts'
import { IRREGULAR } from './irregular.ts'
import { englishStem } from './english-stem.ts'
import { cjkTerms, UNSPACED, unspacedTerms } from './unspaced.ts'
import { foreignStopWords, STOP_WORDS } from './stop-words.ts'

/** `base` tokens count for the length; the others are further forms of the same text. `at` numbers the words of the text. */
export type Token = { readonly term: string; readonly weight: number; readonly base: boolean; readonly at: number }

const MAX_WORD = 64
const PREFIX = 5
const LATIN_PREFIX = 6
/** A run of letters, marks and digits of any script, or a name with its joints. */
const CHUNK = /[\p{L}\p{M}\p{N}_$]+(?:(?:[.\-/:@#+]|'(?=\p{L}))[\p{L}\p{M}\p{N}_$]+)*/gu
/** The same in plain text, four times faster. */
const ASCII_CHUNK = /[A-Za-z0-9_$]+(?:(?:[.\-/:@#+]|'(?=[A-Za-z]))[A-Za-z0-9_$]+)*/g
/** A number with what it counts, as Chinese and Japanese write it: 17号, 49 届, 4月. */
const COUNTED = /(?<!\d)(\d+)\s?(\p{sc=Han})/gu
/** `PRs`, `APIs`: several of them, not a name in mixed case. */
const ACRONYMS = /^[A-Z]{2,}'?s$/
const ASCII = /^[\x20-\x7e]*$/
const CJK_RUN = new RegExp(`${CJK.source}+`, 'gu')

/**
 * Every script, one way: the same text gives the same terms in a note, an index and a query. Without `words` dictionary
 * words of CJK are left out, which is ten times faster and changes no base token.
 */
export function tokenize(text: string, options: { words?: boolean } = {}): Token[] {
  const words = options.words ?? true
  const tokens: Token[] = []
  const long: { readonly word: string; readonly at: number }[] = []
  let at = 0
  let balance = 0
  const emit: Emit = (term, weight, base) => void tokens.push({ term, weight, base, at })
  emit.stopped = (foreign) => void (balance += foreign ? 1 : -1)
  emit.long = (word) => void long.push({ word, at })
  const plain = normalize(text)
  const isAscii = /^[\x00-\x7f]*$/.test(plain)
  for (const [chunk] of plain.matchAll(isAscii ? ASCII_CHUNK : CHUNK)) {
    at++
    if (isAscii || ASCII.test(chunk)) asciiTerms(chunk, emit)
    else for (const part of chunk.split(/[^\p{L}\p{M}\p{N}]+/u)) foreignTerms(part, () => at++, emit, words)
  }
  for (const [, digits, counter] of isAscii ? [] : plain.matchAll(COUNTED)) emit(`${digits}${counter}`, 1, false)
  return balance > 0 ? [...tokens, ...long.map(prefixOf)] : tokens
}

/** Compatibility forms, curly apostrophes and grouped digits made one. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
}

function prefixOf({ word, at }: { readonly word: string; readonly at: number }): Token {
  return { term: `${word.slice(0, LATIN_PREFIX)}*`, weight: 1, base: false, at }
}

/** Beside the terms: stop words met, and long words, whose prefixes serve where those were mostly not English. */
type Emit = {
  (term: string, weight: number, base: boolean): void
  stopped: (foreign: boolean) => void
  long: (word: string) => void
}

function asciiTerms(chunk: string, emit: Emit): void {
  if (chunk.length > MAX_WORD * 4) return
  if (ACRONYMS.test(chunk)) return wordTerm(chunk.replace(/'?s$/, '').toLowerCase(), emit)
  const lower = chunk.toLowerCase()
  const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower
  if (STOP_WORDS.has(lower)) return wordTerm(lower, emit)
  if (!isIdentifier(chunk)) {
    if (!word.includes("'") && !endsInDigit(word)) return wordTerm(word, emit)
    for (const part of word.split("'")) wordTerm(part, emit)
    return
  }
  const parts = splitIdentifier(chunk.replace(/'s$/, '')).map((part) => part.toLowerCase())
  const single = parts.length === 1 && parts[0] === word
  if (word.length <= MAX_WORD) emit(word, 1, single)
  if (!single) for (const part of parts) wordTerm(part, emit)
}

/** One lower-case word in Latin letters. */
function wordTerm(word: string, emit: Emit): void {
  if (word.length === 0 || word.length > MAX_WORD) return
  if (STOP_WORDS.has(word)) return emit.stopped(false)
  if (foreignStopWords().has(word)) return emit.stopped(true)
  emit(stem(word), 1, true)
  if (word.length > LATIN_PREFIX) emit.long(word)
}

function foreignTerms(chunk: string, next: () => void, emit: Emit, words: boolean): void {
  let from = 0
  for (const match of chunk.matchAll(CJK_RUN)) {
    if (match.index > from) runTerms(chunk.slice(from, match.index), emit)
    cjkTerms(match[0], emit, words)
    next()
    from = match.index + match[0].length
  }
  if (from < chunk.length) runTerms(chunk.slice(from), emit)
}

function runTerms(run: string, emit: Emit): void {
  if (ASCII.test(run)) return asciiTerms(run, emit)
  const lower = run.toLowerCase()
  if (/\p{sc=Arabic}/u.test(lower)) return emit(lightArabic(lower), 1, true)
  if (UNSPACED.test(lower)) return unspacedTerms(lower, emit)
  if (/\p{sc=Latin}/u.test(lower)) {
    const folded = lower
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae')
      .replaceAll('ø', 'o')
    return wordTerm(folded, emit)
  }
  const letters = Array.from(lower)
  emit(letters.length > PREFIX ? letters.slice(0, PREFIX).join('') : lower, 1, true)
}

/** The base form of an irregular word, else its stem. */
export function stem(word: string): string {
  const base = IRREGULAR.get(word)
  return base === undefined && endsInDigit(word) ? word : englishStem(base ?? word)
}

/** No rule changes such a word. */
function endsInDigit(word: string): boolean {
  const last = word.charCodeAt(word.length - 1)
  return last >= 48 && last <= 57
}
