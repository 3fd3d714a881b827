import { anyLanguage } from '../language/index.ts'
import type { Statement } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { withoutLeadIn } from './line.ts'
import { lengthOf } from './features.ts'
import { kindOf, LEAST, score } from './score.ts'
import { sentencesOf } from './sentences.ts'
import type { Speech } from './speech.ts'

/** Of one flush: a runaway guard, well above what people say between two of them. */
export const MAX_ITEMS = 60

/** What is worth keeping of a stretch of a log, by what its sentences score: used when no model is at hand. */
export function extract({ heard }: Speech): Statement[] {
  const found = new Map<string, Statement>()
  for (const [at, said] of heard.entries()) {
    if (said.by !== 'user' && said.unsure !== true) continue
    const next = heard.slice(at).find(({ text, seq }) => text.trim() !== '' && seq > said.seq)
    const context = { message: said.text, reply: next?.by === 'model' ? next.text : undefined }
    const sentences = sentencesOf(said.text)
    // Of a pasted page only what begins with the speaker: one sentence in three is about them, where a person talks at length.
    const own = sentences.filter((sentence) => OWN().test(sentence))
    const isTalk = lengthOf(said.text) <= TALK_CHARS || 3 * own.length >= sentences.length
    for (const sentence of isTalk ? sentences : own.filter((each) => OWN_FIRST().test(each))) {
      if (found.size >= MAX_ITEMS) return [...found.values()]
      const key = normalForm(sentence)
      if (!found.has(key) && score(sentence, context) > LEAST)
        found.set(key, { kind: kindOf(sentence), text: withoutLeadIn(sentence), by: said.by, seqs: [said.seq] })
    }
  }
  return [...found.values()]
}

const TALK_CHARS = 300
const OWN = anyLanguage(({ kinds }) => kinds?.own)
const OWN_FIRST = anyLanguage(({ kinds }) => kinds && `^.?(?:${kinds.own})`)
