import type { Statement } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { withoutLeadIn } from './line.ts'
import { lengthOf, score } from './score.ts'
import { sentencesOf } from './sentences.ts'
import type { Speech } from './speech.ts'

/** Of one flush: a runaway guard, well above what people say between two of them. */
export const MAX_ITEMS = 60
/** More must speak for a sentence than against it, so that nine lines in ten are right. */
export const LEAST = 0.2

/** What is worth keeping of a stretch of a log, by what its sentences score: used when no model is at hand. */
export function extract({ heard }: Speech): Statement[] {
  const found = new Map<string, Statement>()
  for (const [at, said] of heard.entries()) {
    if (said.by !== 'user' && said.unsure !== true) continue
    const next = heard.slice(at).find(({ text, seq }) => text.trim() !== '' && seq > said.seq)
    const context = { message: said.text, reply: next?.by === 'model' ? next.text : undefined }
    const scored = sentencesOf(said.text).map((sentence) => ({ sentence, ...score(sentence, context) }))
    const own = scored.filter(({ signs }) => signs.has('own'))
    // Of a pasted page only clauses that begin with the speaker: one sentence in three is about them, where a person talks at length.
    const isTalk = lengthOf(said.text) <= TALK_CHARS || 3 * own.length >= scored.length
    for (const { sentence, sum, kind } of isTalk ? scored : own.filter(({ signs }) => signs.has('own first'))) {
      if (found.size >= MAX_ITEMS) return [...found.values()]
      const key = normalForm(sentence)
      if (sum > LEAST && !found.has(key))
        found.set(key, { kind, text: withoutLeadIn(sentence), by: said.by, seqs: [said.seq] })
    }
  }
  return [...found.values()]
}

const TALK_CHARS = 300
