/** Scripts written without spaces, or whose words carry particles: cut into pairs of characters. */
export const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}]/u
/** Undefined where the runtime has no dictionary. */
export const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('zh', { granularity: 'word' }) : undefined

/** The words of a run, as far as the dictionary tells. */
export function wordsIn(run: string): string[] {
  return Array.from(segmenter?.segment(run) ?? [], ({ segment }) => segment)
}
