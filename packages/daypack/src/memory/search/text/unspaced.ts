import { segmenter } from '../../language/cjk.ts'

/** Scripts without spaces whose letters are too small for pairs: only the segmenter helps. */
export const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const SINGLE_WEIGHT = 0.3

/** Characters that bind words together and mean little alone. */
const PARTICLES = new Set(
  '的了是在和与及或也就都而着过吗呢吧啊呀么我你他她它们这那有不个为之其以于上中下到被把从对很会要能可没得地里去来说看着什哪谁怎几多們這個為與對會來說裡過嗎麼誰幾沒於從は が の を に へ と で も や か な た て し れ る ら ん'.replaceAll(
    ' ',
    '',
  ),
)

/** `I` and `you`: a pair with one of them is no word. */
const PRONOUNS = new Set('我你您他她它们們')
/** Joins any two words; some words hold it, too. */
const GENITIVES = new Set('的の')
const GENITIVE_WEIGHT = 0.5

type Emit = (term: string, weight: number, base: boolean) => void

/**
 * Pairs of neighbouring characters, dictionary words of three and more, and single characters at a small weight. Only
 * the pairs count for the length.
 */
export function cjkTerms(run: string, emit: Emit, words: boolean): void {
  const chars = Array.from(run)
  if (chars.length === 1) {
    if (!PARTICLES.has(run)) emit(run, 1, true)
    return
  }
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string
    if (!PARTICLES.has(char)) emit(char, SINGLE_WEIGHT, false)
    const next = chars[at + 1]
    if (next !== undefined && isPair(char, next))
      emit(char + next, GENITIVES.has(char) || GENITIVES.has(next) ? GENITIVE_WEIGHT : 1, true)
  }
  if (!words || segmenter === undefined || chars.length < 3) return
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length > 2) emit(segment, 1, false)
  }
}

/**
 * Pairs of characters that stand inside a word, as far as the dictionary tells, and those of single characters in a row, as
 * which it leaves names it does not know.
 */
export function pairsIn(text: string): { readonly words: ReadonlySet<string>; readonly rows: ReadonlySet<string> } {
  const words = new Set<string>()
  const rows = new Set<string>()
  let alone = ''
  for (const { segment } of segmenter?.segment(text) ?? []) {
    const chars = Array.from(segment)
    for (let at = 1; at < chars.length; at++) words.add(`${chars[at - 1]}${chars[at]}`)
    if (alone !== '' && chars.length === 1) rows.add(alone + segment)
    alone = chars.length === 1 ? segment : ''
  }
  return { words, rows }
}

function isPair(char: string, next: string): boolean {
  return !(PARTICLES.has(char) && PARTICLES.has(next)) && !PRONOUNS.has(char) && !PRONOUNS.has(next)
}

export function unspacedTerms(run: string, emit: Emit): void {
  if (segmenter === undefined) {
    const chars = Array.from(run)
    for (let at = 0; at + 2 < chars.length; at++) emit(chars.slice(at, at + 3).join(''), 1, true)
    return
  }
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) emit(segment, 1, true)
}
