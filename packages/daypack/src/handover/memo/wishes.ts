import { clip } from '../text/clip.ts'
import { shows } from '../text/words.ts'
import { isOrder, type Sentence, type Talk } from './statements.ts'

/** Of a request this much is told. */
const GOAL_CHARS = 260

/** What is wanted: the opening request, and the one that took its place where the user said so. */
export function goalIn(talk: Talk): Sentence[] {
  const changed = talk.sentences.findLast(
    (one) => one.by === 'user' && one.turn > talk.first && shows('switches', one.text),
  )
  const opening = talk.sentences.filter(({ by, turn }) => by === 'user' && turn === talk.first)
  return [opening, changed ? talk.request(changed.turn).slice(changed.place) : []].flatMap(([first, ...rest]) => {
    if (!first) return []
    const join = (text: string, one: Sentence): string =>
      text.length + one.text.length < GOAL_CHARS ? `${text} ${one.text}` : text
    return [{ ...first, text: rest.reduce(join, first.text) }]
  })
}

/** What the user demands, forbids or prefers beside the request itself. */
export function constraintsIn({ sentences, first }: Talk): Sentence[] {
  return sentences.filter(
    ({ by, asks, turn, place, text }) =>
      by === 'user' && !asks && (turn > first || place > 0) && shows('demands', text),
  )
}

const PROPOSAL = 160
/** Whoever decides is brief; what is longer describes a task. */
const LONG = 160

/** How to go on, as either side said; a choice takes one of several ways, or the one that was proposed. */
export type Decision = Sentence & { readonly isChoice: boolean }

/** Choices that were said to be one, and what the user answered to what the agent found or proposed; a new task is neither. */
export function decisionsIn(talk: Talk): Decision[] {
  return talk.sentences.flatMap((one) => {
    const isAnswer = one.by === 'user' && one.turn > talk.first + 1
    if (isAnswer) return one === talk.sentences.find(({ seq }) => seq === one.seq) ? answerIn(one, talk) : []
    return isChoice(one) ? [{ ...one, isChoice: true }] : []
  })
}

/** An agent that says "instead of" reports, unless it says why. */
function isChoice({ asks, by, text }: Sentence): boolean {
  return !asks && (shows('chooses', text) || ((by === 'user' || shows('reasons', text)) && shows('prefers', text)))
}

/** The user takes up a way the agent named, or says how to go on; an answer to a mere question is a fact or a wish. */
function answerIn(first: Sentence, talk: Talk): Decision[] {
  const said = talk.request(first.turn).filter(({ asks }) => !asks)
  const before = talk.before(first.turn)
  const proposal = before.findLast(({ asks, behind }) => asks || behind === 'nothing')
  const isOffered = proposal !== undefined && shows('alternatives', proposal.text)
  const text = said.map((one) => one.text).join(' ')
  const isAccepted = proposal !== undefined && said.some((one) => shows('accepts', one.text))
  // After a question the answer is a fact, after a report of what was done the next task.
  const isFree = isOffered || before.every((one) => !one.asks && !one.isFollowed && one.behind !== 'change')
  const isTold = isFree && before.length > 0 && text.length < LONG && said.some(isOrder)
  const isTaken = said.some(isChoice) || isAccepted
  if (!isTaken && !isTold) return []
  const lead = proposal ? `${clip(proposal.text, PROPOSAL)} → ` : ''
  return [{ ...first, text: lead + text, isChoice: isTaken || isOffered }]
}
