import { clip } from '../text/clip.ts'
import type { Sentence, Talk } from './statements.ts'
import { contentWords, isSpokenOf, shows } from './words.ts'

const SAME = 0.3
const PROPOSAL = 160
/** A longer answer is about something else. */
const ANSWER = 80
/** A choice this short is told with the sentence behind it, which mostly gives the reason. */
const SHORT = 40

/** Choices between ways, by either side, with their reason where one is given; what was overruled later is left out. */
export function decisionsIn(talk: Talk): Sentence[] {
  const found = talk.sentences.flatMap((one) => {
    if (one.asks || (one.by === 'user' && one.turn === talk.first)) return []
    if (one.by === 'agent') return isChosen(one, talk) || answersChoice(one, talk) ? [one] : []
    const proposal = one.place === 0 ? proposalFor(one, talk) : undefined
    if (proposal) return [{ ...one, text: `${clip(proposal.text, PROPOSAL)} → ${withReason(one, talk)}` }]
    return !one.isSmallTalk && isOrdered(one, talk) ? [{ ...one, text: withReason(one, talk) }] : []
  })
  const isOverruled = (one: Sentence, later: Sentence): boolean =>
    later.seq !== one.seq && shows('overrules', later.text) && isSpokenOf(one.text, later.text, SAME)
  return found.filter((one, at) => !found.slice(at + 1).some((later) => isOverruled(one, later)))
}

/** What the agent proposed, asked or left to choose, where this answers it; an offer to do something is no choice. */
function proposalFor(one: Sentence, talk: Talk): Sentence | undefined {
  const before = talk.before(one.turn)
  // What the agent asks before it begins are wishes, not ways.
  if (one.turn <= talk.first + 1 && before.some(({ asks }) => asks)) return undefined
  if (shows('rejects', one.text)) return undefined
  const choice = before.findLast(
    ({ asks, text }) => shows('alternatives', text) && (asks || shows('proposes', text) || /[:：]/.test(text)),
  )
  const question = before.at(-1)
  if (choice && (takesUp(one.text, choice.text) || shows('accepts', one.text))) return choice
  if (one.text.length > ANSWER) return undefined
  if (question?.asks) return shows('offers', question.text) || one.isSmallTalk ? undefined : question
  if (!shows('accepts', one.text)) return undefined
  const own = before.filter((other) => !other.asks && !shows('delivers', other.text))
  const proposal = own.findLast(({ text }) => shows('proposes', text))
  // Whoever announces or asks for something new speaks of the proposal only in its words.
  if (shows('intends', one.text) || shows('imperative', one.text))
    return proposal && isSpokenOf(one.text, proposal.text, SAME) ? proposal : undefined
  return proposal ?? (one.isSmallTalk ? undefined : own.at(-1))
}

/** The agent takes up one of the ways the user named. */
function answersChoice(one: Sentence, talk: Talk): boolean {
  if (one.place > 0 || one.behind !== 'nothing') return false
  const question = talk.request(one.turn).findLast(({ text }) => shows('alternatives', text))
  return question !== undefined && question.asks && takesUp(one.text, question.text)
}

/** The first words of an answer are those of a way that was named. */
function takesUp(answer: string, choice: string): boolean {
  const [named = ''] = answer.split(/[,，:：。;；]|\. /, 1)
  const words = named.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const known = new Set(choice.toLowerCase().match(/[a-z0-9]+/g))
  return isSpokenOf(named, choice) || (words.length <= 3 && words.some((word) => known.has(word)))
}

function withReason({ text, place, turn }: Sentence, talk: Talk): string {
  const after = talk.request(turn)[place + 1]
  return text.length > SHORT || !after || after.asks || shows('imperative', after.text) ? text : `${text} ${after.text}`
}

/** The agent chooses in so many words, and nobody says no. */
function isChosen(one: Sentence, talk: Talk): boolean {
  const [answer] = talk.request(one.turn + 1)
  if (shows('later', one.text) || shows('delivers', one.text) || (answer && shows('rejects', answer.text))) return false
  return shows('chooses', one.text) && !one.text.endsWith(':')
}

/** What the user is going to do, or puts off, is no way that was chosen. */
const OWN = /^(?:(?:then|ok|but|well|so|yes),? )*(?:i|we|fix)\b|^我(?!先)/i

/** The user decides, saying what ("go with that" stands elsewhere), or says what to do about what went wrong. */
function isOrdered({ text, turn }: Sentence, talk: Talk): boolean {
  if (OWN.test(text) && shows('intends', text)) return false
  const isNamed = contentWords(text.replace(/\b(?:go|going|with|ok|yes)\b/gi, '')).size > 0
  if ((shows('decides', text) || shows('chooses', text)) && isNamed) return true
  const isAnswer = talk.before(turn).some(({ behind }) => behind === 'failure' || behind === 'solved')
  return isAnswer && shows('imperative', text) && !/^(?:then|now|next)\b/i.test(text)
}
