import { anyLanguage } from '../language/index.ts'

/** Somebody else's words, or a text that is meant; a quote that only begins here is one too. A name in quotes is short. */
const QUOTED =
  /“[^”]{13,}(?:”|$)|「[^」]{13,}(?:」|$)|«[^»]{13,}(?:»|$)|„[^“”]{13,}(?:[“”]|$)|"[^"]{25,}"|"(?=[^"]{0,12}\p{scx=Han})[^"]{13,}"/gu

/** A text without the longer quotes in it. */
export function withoutQuotes(text: string): string {
  return text.replace(QUOTED, '“”')
}

/** Speech in quotes, however short: a verb of saying is beside it. A title or a name has none. */
const SPEECH =
  /(?<=(?:[说道写问喊讲回劝骂槽]|[:：]|(?<!\p{L})(?:sa(?:y|ys|id|ying)|told (?:me|us)|wrote|writes?|asked|asks|goes|went|shout\p{L}*|yell\p{L}*|jok\p{L}+|mutter\p{L}*|claim\p{L}*|dic(?:e|en|iendo)|dijo|suelta|soltó|escrib\p{L}+|grit\p{L}+|contest\p{L}+|pregunt\p{L}+|sagt\p{L}*|mein(?:t|te)|schreib\p{L}*|schrieb|ruft|fragt\p{L}*|dit|disait|écrit)(?: \p{L}+){0,2}[,:]?)\s?)(?:“[^”]+(?:”|$)|「[^」]+(?:」|$)|"[^"]+(?:"|$)|«[^»]+(?:»|$)|„[^“”]+(?:[“”]|$))|「[^「」]+」(?=(?:だ|なん|とか|など)?(?:て|と|って)[^「」、。]{0,6}[言聞書怒見申]|だとさ|だって|などと)|"[^"]+"(?=,? (?:sa(?:ys|id)|dice|dijo|sagte?|meinte?|dit)(?!\p{L}))/giu

/** A text without what somebody says in it. */
export function withoutSpeech(text: string): string {
  return withoutQuotes(text).replace(SPEECH, '“”')
}

/** Openings without an end are left behind at the next one: hostile text must not be read again and again. */
const QUOTE = /“[^“”]*”|「[^「」]*」|『[^『』]*』|«[^«»]*»|„[^„“”]*[“”]|"[^"\n]*"/gu

/** Nothing but a quote, or words after a colon: a text that is talked about. A name of something of the user's is short. */
export function isQuoting(text: string): boolean {
  const outside = text.replace(QUOTE, '“”')
  if (outside === text) return false
  if (!/\p{L}/u.test(outside)) return true
  return SAID.test(outside) && (SAID.test(withoutQuotes(text)) || !OWN().test(outside))
}

const SAID = /[:：]\s*“”|“”(?:と|って)(?!いう)/u

/** What the user says before a text to work on: `Translate this: …`. */
export function withoutGiven(text: string): string {
  const match = GIVEN().exec(text)
  return match === null || text.length - match.index - match[0].length < GIVEN_CHARS ? text : text.slice(0, match.index)
}

const GIVEN_CHARS = 10
const GIVEN = anyLanguage(
  ({ shape }) => shape?.given && `(?:^|(?<=[.!?。！？]\\s?|\\n))(?:${shape.given})[^:：\\n]{0,50}[:：]`,
)

const OWN = anyLanguage(({ shape }) => shape?.own)

const ENDS = '.!?。！？；'

/** Parts of a text where `end` fits, but never inside a quote. */
export function splitOutside(text: string, end: RegExp): string[] {
  const hidden = text.replace(QUOTE, (quote) =>
    quote.replace(/[.!?。！？；]/g, (mark) => String.fromCodePoint(HIDDEN + ENDS.indexOf(mark))),
  )
  return hidden
    .split(end)
    .map((part) => part.replace(/[\uF8E0-\uF8E6]/g, (mark) => ENDS[mark.charCodeAt(0) - HIDDEN] ?? mark))
}

/** For private use: no text has these. */
const HIDDEN = 0xf8e0
