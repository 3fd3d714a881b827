import { CJK } from '../language/cjk.ts'
import { anyOf, datesIn, unitsIn } from './calendar.ts'
import { figuresOf, numbersIn } from './figures.ts'
import { contentOf, type Evidence, evidenceOf, says, tokensOf } from './words.ts'
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
const FIRST = cueOf(table.cues.first)
const MOMENT = cueOf(table.cues.moment)
const AGREE = cueOf(table.cues.agree)
/** Words of which a line has the one where the sentence has the other. */
const OPPOSITES = table.cues.opposites.map((sides) => sides.split('|').map(cueOf))
/** What makes a whole sentence unreal, wherever it stands. */
const UNREAL = cueOf('if imagine pretend role_play test_data sample_data si wenn falls se если 要是 如果 假如 としたら')
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
  return has(MAYBE, sentence) || has(UNREAL, sentence) || /[?？]\s*$/.test(sentence)
}

/** Whether a text speaks of somebody around the user: a wife, a colleague. */
export function namesSomebody(text: string): boolean {
  return has(PEOPLE, text)
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
 * somebody else, always for today, the value of something else. Undefined where none is seen. Words alone tell, so it is wrong
 * now and then: the user's own sentence is noted then.
 */
export function distortionOf(line: string, sentence: string, page: string): Distortion | undefined {
  const twisted = twistIn(line, sentence, page)
  if (twisted !== undefined) return { why: twisted, isTwisted: true }
  if (isOpposite(line, `${sentence} ${page}`)) return { why: 'another time than was said', isTwisted: false }
  const of = misplaced(line, clausesOf(sentence), page)
  return of === undefined ? undefined : { why: `the value of something else: ${of}`, isTwisted: false }
}

function twistIn(line: string, sentence: string, page: string): string | undefined {
  const clauses = clausesOf(sentence)
  const words = wordsOf(line)
  const known = `${line} ${page}`
  const near = nearest(words, clauses)
  if (isTurned(line, words, clauses, page)) return 'a yes for a no, or the other way round'
  const weighed = near.replace(/\b(?:could|would) you\b/giu, 'you')
  if ((has(MAYBE, weighed) || has(UNREAL, sentence)) && !has(MAYBE, known)) return 'only weighed by the user'
  if (isOfOthers(line, near, sentence, page)) return 'said of somebody else'
  return has(MOMENT, near) && !has(MOMENT, line) && datesIn(line).dates.length === 0 ? 'said for the moment' : undefined
}

function wordsOf(text: string): string[] {
  return [...contentOf(text), ...tokensOf(text).filter((token) => /\p{L}.*\d|\d.*\p{L}/u.test(token))]
}

function clausesOf(text: string): string[] {
  return text.split(CLAUSE).filter((part) => part.trim() !== '')
}

const CLAUSE =
  /[;，；、。!?！？\n：()–—]+|[,:](?!\d)|\.(?=\s|$)|\s(?:but|aber|pero|mais|ma|mas|although|though|while|whereas|sino|sondern|но|because|since|weil|porque|and|und|y|et|e|so)\s/u

/** The clause with most words of the line. */
function nearest(words: readonly string[], clauses: readonly string[]): string {
  const counts = clauses.map((clause) => {
    const evidence = evidenceOf(clause)
    return words.filter((word) => says(word, evidence)).length
  })
  const most = Math.max(0, ...counts)
  return most === 0 ? clauses.join(', ') : (clauses[counts.indexOf(most)] ?? '')
}

/** A clause with fewer words denies what is said beside it. */
const FEW = 3

/** The line denies what no clause about the same denies, or has words that were said only behind a no. */
function isTurned(line: string, words: readonly string[], clauses: readonly string[], page: string): boolean {
  if (has(NO, line)) {
    const denied = clauses.filter((clause) => has(NO, clause))
    return (
      !has(NO, page) &&
      !deniesOld(line, clauses.join('\n'), page) &&
      !denied.some((clause) => contentOf(clause).length < FEW || words.some((word) => says(word, evidenceOf(clause))))
    )
  }
  const parts = clauses.map(splitAtNo)
  const there = evidenceOf(parts.map(([, denied]) => denied).join('\n'))
  if (there.letters === '') return false
  const elsewhere = evidenceOf(parts.map(([said]) => said).join('\n'))
  // `No longer on Fridays but on Sundays`: what is denied is the line that changes.
  const old = evidenceOf(words.some((word) => says(word, elsewhere)) ? page : '')
  return words.some((word) => says(word, there) && !says(word, elsewhere) && !says(word, old))
}

/** `On the 28th instead of the 14th`: what the line denies stands on the page alone, and nothing of it was said just now. */
function deniesOld(line: string, sentence: string, page: string): boolean {
  const [old, now] = [evidenceOf(page), evidenceOf(sentence)]
  const denied = clausesOf(line).flatMap((clause) => {
    NO.lastIndex = 0
    if (NO.exec(plain(clause)) === null) return []
    const behind = clause.slice(NO.lastIndex)
    return tokensOf(behind).filter((token) => contentOf(token).length > 0 || /\d|^\p{Lu}/u.test(token))
  })
  return denied.some((word) => says(word, old) && !says(word, now)) && denied.every((word) => says(word, old))
}

/** What a clause says, and what it denies: all behind its no, or all where nothing is behind it. */
function splitAtNo(clause: string): [string, string] {
  NO.lastIndex = 0
  const found = NO.exec(plain(clause))
  if (found === null) return [clause, '']
  const behind = clause.slice(NO.lastIndex)
  return wordsOf(behind).length > 0 && !CJK.test(clause) ? [clause.slice(0, found.index), behind] : ['', clause]
}

/** Somebody stands in the clause whom the line does not name; or in the sentence, and the clause is not about the speaker. */
function isOfOthers(line: string, clause: string, sentence: string, page: string): boolean {
  const known = evidenceOf(`${line} ${page}`)
  const isUnnamed = (text: string): boolean => (plain(text).match(PEOPLE) ?? []).some((person) => !says(person, known))
  if (isUnnamed(clause)) return true
  if (!OF_USER.test(line) || has(PEOPLE, line)) return false
  return (has(OTHERS, clause) && !has(OTHERS, line)) || (isUnnamed(sentence) && !has(FIRST, clause))
}

/** The line has one of a pair of opposites, and what was said the other alone; the same with units of time. */
function isOpposite(line: string, said: string): boolean {
  const isSwapped = (own: readonly boolean[], theirs: readonly boolean[]): boolean =>
    own.some((is, at) => is && !theirs[at]) && theirs.some((is, at) => is && !own[at])
  return (
    isSwapped(unitsIn(datesIn(line).rest), unitsIn(datesIn(said).rest)) ||
    OPPOSITES.some((sides) =>
      isSwapped(
        sides.map((side) => has(side, line)),
        sides.map((side) => has(side, said)),
      ),
    )
  )
}

/** Part of what was said, as it is looked at again and again. */
type Part = {
  readonly words: readonly string[]
  readonly numbers: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number | undefined>
  readonly evidence: Evidence
}
type Value = { readonly shown: string; isIn(part: Part): boolean }

/** A number, day or name whose clause speaks of something else, while what the line says of it stands in other clauses. */
function misplaced(line: string, clauses: readonly string[], page: string): string | undefined {
  if (clauses.length < 2) return undefined
  const ours = evidenceOf(line)
  const old = evidenceOf(page)
  const parts = clauses.map((clause): Part => ({
    words: contentOf(clause),
    numbers: numbersIn(clause),
    weekdays: new Set(datesIn(clause).dates.map(({ weekday }) => weekday)),
    evidence: evidenceOf(clause),
  }))
  for (const own of clausesOf(line)) {
    const words = contentOf(datesIn(own).rest).filter(
      (word) => !says(word, old) && parts.some(({ evidence }) => says(word, evidence)),
    )
    const value = valuesIn(own).find((each) => {
      const holds = parts.filter((part) => each.isIn(part))
      const rest = words.filter((word) => !each.shown.includes(word))
      const isAlien = (part: Part): boolean =>
        !rest.some((word) => says(word, part.evidence)) && part.words.some((word) => !says(word, ours))
      return rest.length > 0 && holds.length > 0 && holds.every(isAlien)
    })
    if (value !== undefined) return value.shown.trim()
  }
  return undefined
}

function valuesIn(text: string): Value[] {
  const { dates, rest } = datesIn(text)
  return [
    ...figuresOf(rest).map((figure): Value => ({
      shown: figure.shown,
      isIn: ({ numbers }) => figure.isAmong(numbers),
    })),
    ...dates.flatMap(({ weekday }): Value[] =>
      weekday === undefined ? [] : [{ shown: `weekday ${weekday}`, isIn: ({ weekdays }) => weekdays.has(weekday) }],
    ),
  ]
}
