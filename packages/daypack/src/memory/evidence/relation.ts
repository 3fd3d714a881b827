import { anyOf, datesIn } from '../text/calendar.ts'
import { figuresOf, numbersIn } from '../text/figures.ts'
import { contentOf, evidenceOf, says, tokensOf } from './words.ts'
import table from './words.json' with { type: 'json' }

/** Words of all languages that turn what is said around, leave it open, say of whom or of when it is, or agree. */
const cueOf = (words: string): RegExp =>
  anyOf(
    words
      .split(' ')
      .map((word) => word.replaceAll('_', ' '))
      .toSorted((a, b) => b.length - a.length),
    'giu',
  )
const NO = cueOf(table.cues.no)
const MAYBE = cueOf(table.cues.maybe)
const PEOPLE = cueOf(table.cues.people)
const OTHERS = cueOf(table.cues.others)
const MOMENT = cueOf(table.cues.moment)
const AGREE = cueOf(table.cues.agree)
/** Words of which a line has the one where the sentence has the other. */
const OPPOSITES = table.cues.opposites.map((sides) => sides.split('|').map(cueOf))
/** The user is who a line speaks of, not somebody or something of theirs. */
const OF_USER =
  /^(?:the |der |die |el |la |l['’]|o |a )?(?:user|nutzer(?:in)?|usuari[oa]|utilisat(?:eur|rice)|utente|usuári[oa]|utilizador|пользовател\p{L}*|用户|使用者|ユーザー)(?!['’]s|的|の)/iu

function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(plain(text))
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'")
}

/** Whether a sentence only weighs something. */
export function isWeighed(sentence: string): boolean {
  return has(MAYBE, sentence) || /[?？]\s*$/.test(sentence)
}

/** Whether a short answer agrees to what was proposed. */
export function isAgreement(answer: string): boolean {
  const rest = answer.replace(/没问题|沒問題|no problem|why not/giu, '')
  return has(AGREE, answer) && !has(NO, rest) && !has(MAYBE, rest)
}

/** How a line differs from its sentence; `isTwisted`: in what it says, so that the sentence may not be about the same. */
export type Distortion = { readonly why: string; readonly isTwisted: boolean }

/**
 * How a line and the sentence it rests on differ although every word was said: a yes for a no, a fact for a wish, the user for
 * somebody else, always for today. A cue of either must be in the other, wherever it stands: the user's own sentence is noted
 * where words alone can't tell.
 */
export function distortionOf(line: string, sentence: string, page: string, quote: string): Distortion | undefined {
  const twisted = twistIn(line, sentence, page)
  if (twisted !== undefined) return { why: twisted, isTwisted: true }
  const isDated = datesIn(line).dates.length > 0
  if (has(MOMENT, sentence) && !has(MOMENT, line) && !isDated)
    return { why: 'said for the moment, or of some cases only', isTwisted: true }
  if (isOpposite(line, `${sentence} ${page}`)) return { why: 'another time than was said', isTwisted: false }
  return leavesOut(line, quote, page)
    ? { why: 'without a number or date that belongs to it', isTwisted: false }
    : undefined
}

/** A yes for a no, a fact for a wish, the user for somebody else. */
export function twistIn(line: string, sentence: string, page: string): string | undefined {
  const known = `${line} ${page}`
  if (has(NO, line) !== has(NO, sentence) && !has(NO, page)) {
    // What is said of a line that changes may deny what it said until now.
    if (page === '' || (has(NO, line) && !deniesOld(line, sentence, page)))
      return 'a yes for a no, or the other way round'
  }
  const weighed = sentence.replace(/\b(?:could|would) you\b/giu, 'you')
  if (has(MAYBE, weighed) && !has(MAYBE, known)) return 'only weighed by the user'
  const named = evidenceOf(known)
  if ((plain(sentence).match(PEOPLE) ?? []).some((person) => !says(person, named))) return 'said of somebody else'
  const isAboutUser = OF_USER.test(line) && !has(PEOPLE, line)
  return isAboutUser && has(OTHERS, sentence) && !has(OTHERS, line) ? 'said of somebody else' : undefined
}

/** `On the 28th instead of the 14th`: what a line denies stands in the old one, and not all of it in the new words. */
function deniesOld(line: string, sentence: string, page: string): boolean {
  const [old, now] = [evidenceOf(page), evidenceOf(sentence)]
  return line.split(CLAUSE).every((clause) => {
    if (!has(NO, clause)) return true
    const denied = tokensOf(clause.slice(NO.lastIndex)).filter((word) => contentOf(word).length > 0 || /\d/.test(word))
    return denied.every((word) => says(word, old)) && denied.some((word) => !says(word, now))
  })
}

const CLAUSE =
  /[;，；、。!?！？\n：()–—,:]+|\.(?=\s|$)|\s(?:but|and|since|because|aber|und|sondern|pero|sino|mais|et|ma)\s/u

/** The line has one of a pair of opposites, and what was said the other alone. */
function isOpposite(line: string, said: string): boolean {
  return OPPOSITES.some((sides) => {
    const [own, theirs] = [line, said].map((text) => sides.map((side) => has(side, text)))
    return own?.some((is, at) => is && !theirs?.[at]) && theirs?.some((is, at) => is && !own[at])
  })
}

/** Of what is quoted in figures nothing is left out: `14 people, 3 vegan` are no 14 vegans. The line that is changed may have it. */
function leavesOut(line: string, quote: string, page: string): boolean {
  const [said, noted] = [datesIn(quote), `${line}\n${page}`]
  const numbers = numbersIn(noted)
  return (
    said.dates.length > datesIn(noted).dates.length || figuresOf(said.rest).some((figure) => !figure.isAmong(numbers))
  )
}
