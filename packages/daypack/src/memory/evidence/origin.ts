import type { Seq } from '../../model/edit.ts'
import type { Provenance } from '../notes/provenance.ts'
import { datesIn, namesDate } from './calendar.ts'
import { check, type Said, withoutCited } from './check.ts'
import { figuresOf, numbersIn } from './numbers.ts'
import { evidenceOf, isContent, namesIn, says, tokensOf } from './words.ts'

/** Whose a line is that an agent words by itself, and the messages it rests on. */
export type LineOrigin = { readonly by: Provenance; readonly seqs: readonly Seq[] }

/** From here on a line repeats what a tool or a document said. */
const REPEATS = 0.5
/** How a prompt introduces a message: no words of the line. */
const PROMPT_LABEL = /\[\d+\] (?:tool result|document or pasted text)[^:]*: /
/** Says what the user is, has or wants. */
const OF_THE_USER = /^\W*preference\b|\buser(?:'s|s)?\b|用户|ユーザー/iu
/** Messages looked at for the user's own words. */
const RECENT = 300

/**
 * Whose a line is: the user's where one of their messages bears it out; a tool's or a document's where most of its words
 * stand there; else the agent's own, which is kept apart from what the user said.
 */
export function originOf(line: string, said: readonly Said[], today: string): LineOrigin {
  const words = tokensOf(line.replace(PROMPT_LABEL, '')).filter(isContent)
  for (const { by, seq, text } of said.slice(-RECENT).toReversed()) {
    if (by !== 'user' || text.trim() === '') continue
    const verdict = check({ line, quote: text, message: seq }, { said, today })
    if (verdict.state === 'borne-out') return { by: 'user', seqs: verdict.seqs }
  }
  const users = evidenceOf(said.flatMap(({ by, text }) => (by === 'user' ? withoutCited(text) : [])).join('\n'))
  const own = words.filter((word) => !says(word, users))
  const foreign = said.findLast(({ by, text }) => {
    // What a user's message cites are somebody else's words, as a document's are.
    const isForeign = by === 'tool' || by === 'document' || (by === 'user' && withoutCited(text) !== text)
    if (!isForeign || own.length === 0) return false
    const there = evidenceOf(text)
    return own.filter((word) => says(word, there)).length >= own.length * REPEATS
  })
  // What was recalled or read back by memory is not shown here: a line may repeat it in any words.
  const hidden = said.findLast(({ by, text }) => (by === 'tool' || by === 'document') && text === '')
  const source = foreign ?? hidden
  // An agent may word its own experience; what the user wants only the user says.
  if (source === undefined && OF_THE_USER.test(line)) return { by: 'tool', seqs: [] }
  return source === undefined
    ? { by: 'model', seqs: [] }
    : { by: source.by === 'user' ? 'document' : source.by, seqs: [source.seq] }
}

/** What a line states that stands nowhere in what was said, seen or known: a number, a date or a name. */
export function unheardIn(line: string, everything: string, today: string): string | undefined {
  const numbers = numbersIn(everything)
  const { dates, rest } = datesIn(line)
  if (dates.some((date) => !namesDate(`${everything}\n${today}`, date, today, numbers))) return 'a date'
  const year = Number(today.slice(0, 4))
  const figure = figuresOf(rest).find(({ any }) => !any.some((each) => numbers.has(each) || each === year))
  if (figure !== undefined) return figure.shown.trim()
  const heard = evidenceOf(everything)
  return namesIn(rest).find((name) => !everything.includes(name) && !says(name, heard))
}
