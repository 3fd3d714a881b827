import type { Statement } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { forLanguage } from '../language/detect.ts'
import { withoutLeadIn, withoutOpener } from './line.ts'
import { lengthOf, score } from './score.ts'
import { isQuoting, sentences, sentencesOf } from './sentences.ts'
import type { Heard, Speech } from './speech.ts'

/** Of one flush: a runaway guard, well above what people say between two of them. */
export const MAX_ITEMS = 60
const MIN_CHARS = 4
const MAX_CHARS = 300
/** More must speak for a sentence than against it, so that nine lines in ten are right. */
export const LEAST = 0.15

/** What is worth keeping of a stretch of a log, by what its sentences score: used when no model is at hand. */
export function extract(speech: Speech): Statement[] {
  const found = new Map<string, Statement>()
  for (const item of statements(speech.heard)) {
    const key = normalForm(item.text)
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()].slice(0, MAX_ITEMS)
}

function statements(heard: readonly Heard[]): Statement[] {
  const items: Statement[] = []
  const talk = heard.flatMap(({ by, text }) => (by === 'user' || by === 'model' ? text : [])).join('\n')
  for (const [at, said] of heard.entries()) {
    // Each is compared with those before it: what would be cut off at the end is not looked at.
    if (items.length >= MAX_ITEMS * 2) break
    if (said.by !== 'user' && said.unsure !== true) continue
    const reply = heard.slice(at).find(({ text, seq }) => text.trim() !== '' && seq > said.seq)
    const context = { message: said.text, talk, reply: reply?.by === 'model' ? reply.text : undefined }
    const parts = joined(said.by === 'user' ? sentencesOf(said.text) : sentences(said.text))
    const isPage = !isTalk(said.text, parts)
    for (const sentence of parts) {
      if (isQuoting(sentence) || (isPage && !OWN(sentence).test(sentence))) continue
      const { sum, kind } = score(sentence, context)
      if (sum <= LEAST) continue
      items.push({ kind, text: told(sentence), by: said.by, seqs: [said.seq] })
    }
  }
  return items
}

/** Whether a person talks, rather than a pasted page: it is short, or one sentence in three is about the speaker. */
function isTalk(message: string, parts: readonly string[]): boolean {
  return lengthOf(message) <= TALK_CHARS || 3 * parts.filter((each) => OWN(each).test(each)).length >= parts.length
}

const TALK_CHARS = 300
const OWN = forLanguage(({ shape }) => shape?.own)

/** `She lives in Bristol` with the sentence that names her. */
function joined(all: readonly string[]): string[] {
  const made: string[] = []
  for (const sentence of all) {
    const last = made.at(-1)
    const isNext = last !== undefined && FOLLOWS(sentence).test(sentence) && !/[?？]\s*$/.test(`${last}${sentence}`)
    if (isNext && last.length + sentence.length < MAX_CHARS) made[made.length - 1] = `${last} ${sentence}`
    else made.push(sentence)
  }
  return made
}

const FOLLOWS = forLanguage(({ shape }) => shape?.follows)

function told(sentence: string): string {
  const rest = withoutLeadIn(sentence)
  const bare = withoutOpener(rest)
  const begun = bare === rest || !/^\p{Lu}/u.test(rest) ? bare : `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}`
  return [begun, rest].find((each) => each.length >= MIN_CHARS) ?? sentence
}
