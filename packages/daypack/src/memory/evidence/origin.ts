import type { Seq } from '../../model/edit.ts'
import type { Provenance } from '../notes/provenance.ts'
import { type Said, unsaidIn, withoutCited } from './check.ts'
import { contentOf, evidenceOf, says } from './words.ts'

/** Whose a line is that an agent words by itself, and the messages it rests on. */
export type LineOrigin = { readonly by: Provenance; readonly seqs: readonly Seq[] }

/** From here on a line is in the words of one message of the user, or repeats what a tool or a document said. */
const [OWN, REPEATS] = [0.6, 0.5]
/** How a prompt introduces a message: no words of the line. */
const PROMPT_LABEL = /\[\d+\] (?:tool result|document or pasted text)[^:]*: /
/** Says what the user is, has or wants. */
const OF_THE_USER = /^\W*preference\b|\buser(?:'s|s)?\b|用户|ユーザー/iu
/** Messages looked at for the user's own words, and how much of each. */
const [RECENT, MOST_CHARS] = [300, 4_000]

/**
 * Whose a line without a quote is: the user's where most of its words, and all its numbers and names, stand in one of their
 * messages; a tool's or a document's where half of the rest stands there; else the agent's own, kept apart from the user's.
 */
export function originOf(line: string, said: readonly Said[], today: string): LineOrigin {
  const words = contentOf(line.replace(PROMPT_LABEL, ''))
  const own = said.slice(-RECENT).filter(({ by, text }) => by === 'user' && text.trim() !== '')
  const message = own.findLast(({ text }) => {
    const spoken = withoutCited(text).slice(0, MOST_CHARS)
    const evidence = evidenceOf(spoken)
    const heard = words.filter((word) => says(word, evidence)).length
    return words.length > 0 && heard >= words.length * OWN && unsaidIn(line, spoken, '', today) === undefined
  })
  if (message !== undefined) return { by: 'user', seqs: [message.seq] }
  const users = evidenceOf(own.map(({ text }) => withoutCited(text)).join('\n'))
  const rest = words.filter((word) => !says(word, users))
  const foreign = said.findLast(({ by, text }) => {
    // What a user's message cites are somebody else's words, as a document's are.
    const isForeign = by === 'tool' || by === 'document' || (by === 'user' && withoutCited(text) !== text)
    if (!isForeign || rest.length === 0) return false
    const there = evidenceOf(text)
    return rest.filter((word) => says(word, there)).length >= rest.length * REPEATS
  })
  // What was recalled or read back by memory is not shown here: a line may repeat it in any words.
  const hidden = said.findLast(({ by, text }) => (by === 'tool' || by === 'document') && text === '')
  const source = foreign ?? hidden
  // An agent may word its own experience; what the user wants only the user says.
  if (source === undefined) return { by: OF_THE_USER.test(line) ? 'tool' : 'model', seqs: [] }
  return { by: source.by === 'user' ? 'document' : source.by, seqs: [source.seq] }
}
