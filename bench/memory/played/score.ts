import { datesIn } from '../../../packages/daypack/src/memory/text/calendar.ts'
import { figuresOf, numbersIn } from '../../../packages/daypack/src/memory/text/figures.ts'
import { contentOf, evidenceOf, says as saysWord } from '../../../packages/daypack/src/memory/evidence/words.ts'
import { dayNumber, partsOf } from '../../../packages/daypack/src/memory/text/days.ts'
import { normalForm } from '../../../packages/daypack/src/memory/text/normal.ts'
import type { Dialogue, Fact } from '../dialogues.ts'

/** What a reader said of a page: numbers of the questions whose answer is yes. */
export type Judged = { readonly yes: readonly number[] }

export type Question = { readonly name: Name; readonly what: string; readonly isYes: boolean; readonly goal: boolean }
export type Name = 'facts' | 'new values' | 'current' | 'kept out' | 'precision'

/**
 * Everything a page is asked, and what the values of the labels tell by themselves. `goal`: the answer that is right. What they
 * tell is a yes where a line has every value of a fact; a page in other words may still say it, which a reader decides.
 */
export function questionsOf({ keep, changed, never, open }: Dialogue, lines: readonly string[]): Question[] {
  const holds = (fact: Fact): boolean => lines.some((line) => hasValues(line, fact))
  // Half of the characters are no proof that something was noted: what must not be there stands there to the letter.
  const stands = (fact: Fact): boolean =>
    lines.some((line) => fact.every((part) => normalForm(line).includes(normalForm(part))))
  const words = (fact: Fact): string => fact.join(' + ')
  const gold = [...keep, ...changed.flatMap(({ now, old }) => [now, old])]
  return [
    ...keep.map((fact): Question => ({ name: 'facts', what: words(fact), isYes: holds(fact), goal: true })),
    ...changed.flatMap(({ now, old }): Question[] => {
      const isOld = lines.some((line) => hasValues(line, old) && !hasValues(line, now))
      return [
        { name: 'new values', what: words(now), isYes: holds(now), goal: true },
        {
          name: 'current',
          what: `${words(now)} is what holds, and ${words(old)} is not told as if it still did`,
          isYes: holds(now) && !isOld,
          goal: true,
        },
      ]
    }),
    ...never.map((fact): Question => ({ name: 'kept out', what: words(fact), isYes: stands(fact), goal: false })),
    ...lines.flatMap((line): Question[] => {
      const isGold = gold.some((fact) => hasValues(line, fact))
      if (!isGold && open.some((fact) => hasValues(line, fact))) return []
      return [{ name: 'precision', what: line, isYes: isGold, goal: true }]
    }),
  ]
}

/** Right answers and questions by name; a reader's yes counts where the values alone say no. */
export function tally(questions: readonly Question[], judged?: Judged): Map<Name, [number, number]> {
  const sums = new Map<Name, [number, number]>()
  questions.forEach(({ name, isYes, goal }, at) => {
    const [right, all] = sums.get(name) ?? [0, 0]
    const said = isYes || judged?.yes.includes(at + 1) === true
    sums.set(name, [right + (said === goal ? 1 : 0), all + 1])
  })
  return sums
}

/** Whether a line has every value of a fact: its letters, its numbers and days however written, its words in any form. */
export function hasValues(line: string, fact: Fact): boolean {
  const letters = normalForm(line)
  return fact.every((part) => letters.includes(normalForm(part)) || hasValue(line, part))
}

function hasValue(line: string, part: string): boolean {
  const { dates, rest } = datesIn(part)
  const ours = datesIn(line).dates
  const numbers = numbersIn(line)
  const evidence = evidenceOf(line)
  const words = contentOf(rest)
  const figures = figuresOf(rest)
  if (dates.length + words.length + figures.length === 0) return false
  const isOn = (weekday: number): boolean =>
    ours.some(({ year = 2026, month, day, ...each }) => {
      const at = month === undefined || day === undefined ? undefined : dayNumber(year, month, day)
      return each.weekday === weekday || (at !== undefined && partsOf(at).weekday === weekday)
    })
  return (
    dates.every(({ month, day, weekday }) =>
      weekday !== undefined
        ? isOn(weekday)
        : ours.some((each) => each.month === month && (day === undefined || each.day === day)),
    ) &&
    figures.every((figure) => figure.isAmong(numbers)) &&
    words.every((word) => saysWord(word, evidence))
  )
}

/** What a reader is asked: the questions the values alone answer with no, with what the user said. */
export function judgeSheet({ days }: Dialogue, lines: readonly string[], questions: readonly Question[]): string {
  const talk = days
    .map((turns, day) => [`Day ${day + 1}`, ...turns.map(({ role, text }) => `${role}: ${text}`)].join('\n'))
    .join('\n\n')
  const asked = questions.flatMap(({ name, what, isYes }, at) => (isYes ? [] : [`${at + 1}. ${ASK[name]}: ${what}`]))
  return `${RUBRIC}\n\n# Questions\n\n${asked.join('\n')}\n\n# The page\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n# The talk\n\n${talk}\n`
}

const ASK: Readonly<Record<Name, string>> = {
  facts: 'Does the page say',
  'new values': 'Does the page say',
  current: 'Does the page tell that',
  'kept out': 'Does the page say, as a fact or wish of the user',
  precision: 'Is this line true, and about something that lasts or is still to come',
}

const RUBRIC = `You judge a page of notes that was kept over a talk of several days. Answer each question by yes or no.

- Yes only if somebody who has the page alone would know it. Key words of a fact are joined by +; what is meant stands in the talk.
- The wording does not matter: another person ("the user" for "I"), names for pronouns, calendar dates for "tomorrow", another order or language of words.
- A value that is missing, vague, different or told as past while it holds is a no. Do not guess in favour of the page.
- A line is true if the user said it, or agreed to it, in the talk and did not take it back later.

Answer with JSON alone: {"yes": [numbers of the questions with the answer yes]}`
