import { anyLanguage } from '../language/index.ts'

const MIN_CHARS = 4
const MAX_CHARS = 300

/** Neither `am 3. Juni`, `im 5. semester` nor `Dr. Okafor` ends a sentence. */
const SENTENCE_END =
  /\n+|(?<=[.!?])(?<!(?<!\p{L})(?:Dr|Mrs?|Ms|Prof|St|Sra?|Hr|Fr|Nr|No|vs|bzw|ca|e\.g|i\.e|z\.B)\.)\s+(?!(?<=(?<!\d)\d{1,2}\.\s)(?:\p{Ll}|Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<=[。！？；])|(?<=[!?])(?=[\p{scx=Han}\p{scx=Hiragana}])/u

/** The sentences of a text, of a length that people speak in; code blocks have none. */
export function sentences(text: string): string[] {
  return text
    .replace(/`{3,}[\s\S]*?(?:`{3,}|$)/g, '\n')
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s*/, '').trim())
    .filter((sentence) => sentence.length >= MIN_CHARS && sentence.length <= MAX_CHARS)
}

/** What a user says, without a text to work on: `Translate this: …`. */
export function sentencesOf(message: string): string[] {
  const given = GIVEN().exec(message)
  const isGiven = given !== null && message.length - given.index - given[0].length >= GIVEN_CHARS
  return sentences(isGiven ? message.slice(0, given.index) : message)
}

const GIVEN_CHARS = 10
const GIVEN = anyLanguage(
  ({ kept }) => kept?.given && `(?:^|(?<=[.!?。！？]\\s?|\\n))(?:${kept.given})[^:：\\n]{0,50}[:：]`,
)

/** Somebody else's words, or a text that is meant; a quote that only begins here is one too. A name in quotes is short. */
const QUOTED =
  /“[^”]{13,}(?:”|$)|「[^」]{13,}(?:」|$)|«[^»]{13,}(?:»|$)|„[^“”]{13,}(?:[“”]|$)|"[^"]{25,}"|"(?=[^"]{0,12}\p{scx=Han})[^"]{13,}"/gu

/** A text without what it quotes: `“”` stands there instead. */
export function withoutQuotes(text: string): string {
  return text.replace(QUOTED, '“”')
}
