/** A statement as a key: letters and digits alone, so that punctuation, case and width make no difference. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Scripts that put no space between words: each character stands for itself. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** The words of a text in order, case and width made equal. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .toLowerCase()
    .replace(UNSPACED, ' $& ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
