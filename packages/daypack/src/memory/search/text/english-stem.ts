/** What must be left of a word: a vowel with a consonant behind it, once or twice. */
const [SOME, MORE] = ['(?<=[aeiouy][^aeiou].*)', '(?<=[aeiouy][^aeiou].*[aeiouy][^aeiou].*)']
/** `Hop` and `hope` differ by their last letter alone. */
const BRIEF = '^[^aeiou]*[aeiouy][^aeiouwxy]'
/** Endings that say nothing of what a word is about, in order, and what stands for them. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=ss|[^aeiou]i)es$|(?<=[^s])s$/, ''],
  [new RegExp(`(?<=${BRIEF})(?:ed|ing)$|${SOME}(?<=e)ed$`), 'e'],
  [/(?<=[aeiouy].*)(?<!e)ed$|(?<=[aeiouy].*)ing$/, ''],
  [/([^aeioulsz])\1$/, '$1'],
  [/(?<=[^aeiou])y$/, 'i'],
  [new RegExp(`${SOME}(?:ization|izer?|ational|ation|ator|ate|at|iz|ness|ful|li)$`), ''],
  [new RegExp(`${MORE}(?:[ae]nce|[ai]ble|ement|ment|[ae]nt|ism|iti|ous|ive|(?<=[st])ion|al|er|ic)$`), ''],
  [new RegExp(`(?<!${BRIEF})(?<=[aeiouy].*[^aeiou])e$`), ''],
]

/** What the forms of a lower-case English word share; no word of its own. */
export function englishStem(word: string): string {
  return ENDINGS.reduce((stem, [ending, by]) => {
    const next = stem.replace(ending, by)
    return next.length < 3 ? stem : next
  }, word)
}
