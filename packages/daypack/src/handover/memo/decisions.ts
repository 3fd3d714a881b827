import { clip } from '../text/clip.ts'
import { isOrder, type Sentence, type Talk } from './statements.ts'
import { shows } from './words.ts'

const PROPOSAL = 160
/** An answer this short is told with what it answers. */
const SHORT = 80
/** What to do next says nothing of how. */
const TASK = /^(?:now|next|then)\b|^(?:然后|接下来)/i

/** How to go on, as either side said; a choice takes one of several ways, or the one that was proposed. */
export type Decision = Sentence & { readonly isChoice: boolean }

/** Choices and instructions, each message with its reason. */
export function decisionsIn(talk: Talk): Decision[] {
  return talk.sentences.flatMap((one) => {
    if (one.by === 'user' && one.turn > talk.first + 1) return one.place === 0 ? decisionIn(one, talk) : []
    return !one.asks && shows('chooses', one.text) ? [{ ...one, isChoice: true }] : []
  })
}

/** The user takes up a way the agent named, or says how to go on; an answer to a mere question is a fact or a wish. */
function decisionIn(first: Sentence, talk: Talk): Decision[] {
  const said = talk.request(first.turn).filter(({ asks }) => !asks)
  const before = talk.before(first.turn)
  const choice = before.findLast(({ text }) => shows('alternatives', text))
  const proposal = choice ?? before.findLast(({ asks, behind }) => !asks && behind === 'nothing')
  if (!choice && before.some(({ asks }) => asks)) return []
  // A mere "ok" takes up what was proposed, not what was reported.
  const isAccepted =
    proposal !== undefined &&
    said.some((one) => shows('accepts', one.text) && (!one.isSmallTalk || shows('modal', proposal.text)))
  if (!isAccepted && !said.some((one) => isOrder(one) && !TASK.test(one.text))) return []
  const text = said.map((one) => one.text).join(' ')
  const isShort = isAccepted || text.length < SHORT
  return [
    {
      ...first,
      text: proposal && isShort ? `${clip(proposal.text, PROPOSAL)} → ${text}` : text,
      isChoice: isAccepted || choice !== undefined,
    },
  ]
}
