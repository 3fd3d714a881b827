const MARKS = /[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u0640]/g
const PREFIXES = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال']
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي']

/** One spelling for letters that are written in several ways, and without the commonest article and endings. */
export function lightArabic(word: string): string {
  let stem = word
    .replace(MARKS, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
  for (const prefix of PREFIXES) {
    if (stem.startsWith(prefix) && stem.length - prefix.length >= 2) {
      stem = stem.slice(prefix.length)
      break
    }
  }
  if (stem.startsWith('و') && stem.length >= 4) stem = stem.slice(1)
  for (const suffix of SUFFIXES) {
    if (stem.endsWith(suffix) && stem.length - suffix.length >= 2) return stem.slice(0, -suffix.length)
  }
  return stem
}
