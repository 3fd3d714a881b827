import { clip } from '../text/clip.ts'
import type { Sentence, Talk } from './statements.ts'
import { isSpokenOf, shows } from './words.ts'

const PROPOSAL = 160
/** An answer that names this much of a way takes it. */
const NAMED = 0.5

/** Choices that were said to be one, and ways the agent named that the user took; a plain request is neither. */
export function decisionsIn(talk: Talk): Sentence[] {
  return talk.sentences.flatMap((one) => {
    if (one.asks) return []
    if (shows('chooses', one.text) || (one.by === 'user' && shows('prefers', one.text))) return [one]
    return one.by === 'user' && one.place === 0 && one.turn > talk.first ? taken(one, talk) : []
  })
}

/** What the user took up, with the answer and its reason. */
function taken(first: Sentence, talk: Talk): Sentence[] {
  const said = talk.request(first.turn).filter(({ asks }) => !asks)
  const ways = talk.before(first.turn).findLast(({ asks, text }) => asks && shows('alternatives', text))
  const proposal = ways ?? talk.before(first.turn).findLast(({ text }) => shows('proposes', text))
  const takes = ({ text }: Sentence): boolean =>
    shows('accepts', text) || (ways !== undefined && isSpokenOf(text, ways.text, NAMED))
  if (!proposal || !said.some(takes)) return []
  return [{ ...first, text: `${clip(proposal.text, PROPOSAL)} → ${said.map(({ text }) => text).join(' ')}` }]
}
