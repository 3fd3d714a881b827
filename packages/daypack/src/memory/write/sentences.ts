import { anyLanguage } from '../language/index.ts'

const MIN_CHARS = 4
const MAX_CHARS = 300

/** Neither `am 3. Juni`, `im 5. semester` nor `Dr. Okafor` ends a sentence. */
const SENTENCE_END =
  /\n+|(?<=[.!?])(?<!(?<!\p{L})(?:Dr|Mrs?|Ms|Prof|St|Sra?|Hr|Fr|Nr|No|vs|bzw|ca|e\.g|i\.e|z\.B)\.)\s+(?!(?<=(?<!\d)\d{1,2}\.\s)(?:\p{Ll}|Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<=[。！？；])|(?<=[!?])(?=[\p{scx=Han}\p{scx=Hiragana}])/u

/** The sentences of a text, of a length that people speak in; what stands in quotes or a code block is never cut. */
export function sentences(text: string): string[] {
  const hidden = text
    .replace(/`{3,}[\s\S]*?(?:`{3,}|$)/g, '\n')
    .replace(QUOTE, (quote) =>
      quote.replace(/[.!?。！？；]/g, (mark) => String.fromCodePoint(HIDDEN + ENDS.indexOf(mark))),
    )
  return hidden
    .split(SENTENCE_END)
    .map((part) => part.replace(/[\uF8E0-\uF8E6]/g, (mark) => ENDS[mark.charCodeAt(0) - HIDDEN] ?? mark))
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s*/, '').trim())
    .filter((sentence) => sentence.length >= MIN_CHARS && sentence.length <= MAX_CHARS)
}

const ENDS = '.!?。！？；'
/** For private use: no text has these. */
const HIDDEN = 0xf8e0

/** What a user says, sentence by sentence, without a text to work on (`Translate this: …`) and questions behind a statement. */
export function sentencesOf(message: string): string[] {
  const given = GIVEN().exec(message)
  const isGiven = given !== null && message.length - given.index - given[0].length >= GIVEN_CHARS
  return sentences(isGiven ? message.slice(0, given.index) : message).map((each) => each.replace(ASIDE(), ''))
}

const GIVEN_CHARS = 10
const GIVEN = anyLanguage(
  ({ shape }) => shape?.given && `(?:^|(?<=[.!?。！？]\\s?|\\n))(?:${shape.given})[^:：\\n]{0,50}[:：]`,
)
const ASIDE = anyLanguage(({ shape }) => shape?.aside)

/** Where one thing said ends and the next begins, inside a sentence; `3,000`, `3:40` and `Tom and I are` stay whole. */
const CLAUSE_END =
  /(?<=[^\d])[,;，；。．]\s*|,\s+|、|\s[–—-]\s|\s(?:and|und|y)\s(?=(?:i|we|she|he|ich|wir)\s)(?!(?:i|ich)\s(?:are|were|have been|sind|waren|haben)\s)/iu

export function clausesOf(text: string): string[] {
  return text
    .split(CLAUSE_END)
    .map((part) => part.trim())
    .filter((part) => part.length >= 2)
}

/** Openings without an end are left behind at the next one: hostile text must not be read again and again. */
const QUOTE = /“[^“”]*”|「[^「」]*」|『[^『』]*』|«[^«»]*»|„[^„“”]*[“”]|"[^"\n]*"/gu

/** Somebody else's words, or a text that is meant; a quote that only begins here is one too. A name in quotes is short. */
const QUOTED =
  /“[^”]{13,}(?:”|$)|「[^」]{13,}(?:」|$)|«[^»]{13,}(?:»|$)|„[^“”]{13,}(?:[“”]|$)|"[^"]{25,}"|"(?=[^"]{0,12}\p{scx=Han})[^"]{13,}"/gu

/** Speech in quotes, however short: a verb of saying is beside it. A title or a name has none. */
const SPEECH =
  /(?<=(?:[说道写问喊讲回劝骂槽]|[:：]|(?<!\p{L})(?:sa(?:y|ys|id|ying)|told (?:me|us)|wrote|writes?|asked|asks|goes|went|shout\p{L}*|yell\p{L}*|jok\p{L}+|mutter\p{L}*|claim\p{L}*|dic(?:e|en|iendo)|dijo|suelta|soltó|escrib\p{L}+|grit\p{L}+|contest\p{L}+|pregunt\p{L}+|sagt\p{L}*|mein(?:t|te)|schreib\p{L}*|schrieb|ruft|fragt\p{L}*|dit|disait|écrit)(?: \p{L}+){0,2}[,:]?)\s?)(?:“[^”]+(?:”|$)|「[^」]+(?:」|$)|"[^"]+(?:"|$)|«[^»]+(?:»|$)|„[^“”]+(?:[“”]|$))|「[^「」]+」(?=(?:だ|なん|とか|など)?(?:て|と|って)[^「」、。]{0,6}[言聞書怒見申]|だとさ|だって|などと)|"[^"]+"(?=,? (?:sa(?:ys|id)|dice|dijo|sagte?|meinte?|dit)(?!\p{L}))/giu

/** A text without what somebody says in it. */
export function withoutSpeech(text: string): string {
  return text.replace(QUOTED, '“”').replace(SPEECH, '“”')
}

/** Nothing but a quote, or words after a colon: a text that is talked about. A name of something of the user's is short. */
export function isQuoting(text: string): boolean {
  const outside = text.replace(QUOTE, '“”')
  if (outside === text) return false
  if (!/\p{L}/u.test(outside)) return true
  return SAID.test(outside) && (SAID.test(text.replace(QUOTED, '“”')) || !OWN().test(outside))
}

const SAID = /[:：]\s*“”|“”(?:と|って)(?!いう)/u
const OWN = anyLanguage(({ shape }) => shape?.own)
