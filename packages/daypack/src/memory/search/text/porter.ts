const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
]
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4 = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
  'ou',
]

/** Porter's stemmer for lower-case English words; words of one or two letters stay as they are. */
export function porter(word: string): string {
  if (word.length < 3) return word
  let stem = plurals(word)
  stem = participles(stem)
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaceSuffix(stem, STEP_2)
  stem = replaceSuffix(stem, STEP_3)
  stem = dropSuffix(stem)
  return finalE(stem)
}

/** A y counts as a vowel after a consonant. */
function isVowel(text: string, at: number): boolean {
  const letter = text[at]
  if (letter === 'y') return at > 0 && !isVowel(text, at - 1)
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u'
}

function hasVowel(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isVowel(text, at)) return true
  return false
}

/** How many times a run of vowels is followed by a run of consonants. */
function measure(text: string): number {
  let count = 0
  let inVowels = false
  for (let at = 0; at < text.length; at++) {
    const vowel = isVowel(text, at)
    if (inVowels && !vowel) count++
    inVowels = vowel
  }
  return count
}

/** Ends in consonant, vowel, consonant, the last one not w, x or y. */
function endsShort(text: string): boolean {
  const last = text.length - 1
  return (
    last >= 2 && !isVowel(text, last) && isVowel(text, last - 1) && !isVowel(text, last - 2) && !/[wxy]$/.test(text)
  )
}

function plurals(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function participles(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  if (ending === 0) return word
  const stem = word.slice(0, -ending)
  if (!hasVowel(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, by] of rules) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    return measure(stem) > 0 ? stem + by : word
  }
  return word
}

function dropSuffix(word: string): string {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    if (suffix === 'ion' && !/[st]$/.test(stem)) return word
    return measure(stem) > 1 ? stem : word
  }
  return word
}

function finalE(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1)
    const size = measure(rest)
    if (size > 1 || (size === 1 && !endsShort(rest))) stem = rest
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}
