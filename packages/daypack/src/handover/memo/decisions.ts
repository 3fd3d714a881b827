import { clip } from '../text/clip.ts'
import { isOrder, type Sentence, type Talk } from './statements.ts'
import { shows } from '../text/words.ts'

const PROPOSAL = 160
/** An answer this short is told with what it answers. */
const SHORT = 80
/** Whoever decides is brief; what is longer describes a task. */
const LONG = 160
/** What to do or to say next says nothing of how. */
const TASK =
  /^(?:now|next|then)\b|\b(?:tell|show|give|send|explain|remind|help) (?:me|us|it|him|her|them)\b|\bplease\b|^(?:然后|接下来)|帮我|告诉我|给我|请/i

/** How to go on, as either side said; a choice takes one of several ways, or the one that was proposed. */
export type Decision = Sentence & { readonly isChoice: boolean }

/** Choices that were said to be one, and what the user answered to what the agent found or proposed; a new task is neither. */
export function decisionsIn(talk: Talk): Decision[] {
  return talk.sentences.flatMap((one) => {
    if (one.by === 'user' && one.turn > talk.first + 1) return one.place === 0 ? decisionIn(one, talk) : []
    return isChoice(one) ? [{ ...one, isChoice: true }] : []
  })
}

/** An agent that says "instead of" reports, unless it says why. */
function isChoice({ asks, by, text }: Sentence): boolean {
  if (asks) return false
  return shows('chooses', text) || ((by === 'user' || shows('reasons', text)) && shows('prefers', text))
}

/** The user takes up a way the agent named, or says how to go on; an answer to a mere question is a fact or a wish. */
function decisionIn(first: Sentence, talk: Talk): Decision[] {
  const said = talk.request(first.turn).filter(({ asks }) => !asks)
  const before = talk.before(first.turn)
  const choice = before.findLast((one) => (one.asks || one.behind !== 'change') && shows('alternatives', one.text))
  const proposal =
    choice ?? before.findLast(({ asks, behind, text }) => (asks ? shows('proposes', text) : behind === 'nothing'))
  const text = said.map((one) => one.text).join(' ')
  const chosen = said.filter(isChoice)
  // A mere "ok" takes up what was proposed, not what was reported.
  const isAccepted =
    proposal !== undefined &&
    said.some((one) => shows('accepts', one.text) && (!one.isSmallTalk || shows('modal', proposal.text)))
  // After a question the answer is a fact, after a report of what was done the next task.
  const isFree = choice !== undefined || before.every(({ asks, behind }) => !asks && behind !== 'change')
  const isTold =
    isFree &&
    before.length > 0 &&
    !/[:：]$/.test(before.at(-1)?.text ?? '') &&
    text.length < LONG &&
    said.some((one) => isOrder(one) && !TASK.test(one.text))
  if (chosen.length === 0 && !isAccepted && !isTold) return []
  return [
    {
      ...first,
      text: proposal && (isAccepted || text.length < SHORT) ? `${clip(proposal.text, PROPOSAL)} → ${text}` : text,
      isChoice: chosen.length > 0 || isAccepted || choice !== undefined,
    },
  ]
}
