import type { Seq } from '../../model/edit.ts'
import { textOf } from '../../model/message.ts'
import { quoted, REQUEST } from '../../view/frame.ts'
import { numberOf, requestSeq, type MessageNumber } from '../../view/read.ts'
import type { Slot, View } from '../../view/view.ts'
import type { Event } from '../read/events.ts'
import { inside, isCovered, type Folding } from '../read/folding.ts'
import { answers, isWrapper, latestWish, proposalOf, wordsOf } from '../read/latest.ts'
import type { Frame } from './render.ts'

/** What was asked last, where the fold covers it. */
export type Asked = {
  /** What the caller sent last in the name of the user. */
  readonly request: Slot | undefined
  readonly requestNumber: MessageNumber
  /** What the user wished last: late results, skills and notices are no wish. */
  readonly wish: Slot | undefined
  /** Where the user wished it, folded or not. */
  readonly wishedAt: Seq
  readonly number: MessageNumber
  /** The proposal that a short wish answers. */
  readonly proposal: Event | undefined
}

/** `maxChars`: room for the proposal; where there is none it stands in the story alone. */
export function askedIn(view: View, plan: Folding, maxChars: number): Asked {
  const latest = requestSeq(view)
  const request = view.slots.find((slot) => slot.seq === latest)
  const wish = latestWish(view, plan.evidence) ?? request
  const folded = (slot: Slot | undefined): Slot | undefined =>
    slot && inside(view, plan.main, numberOf(view, slot.seq)) ? slot : undefined
  const number = wish ? numberOf(view, wish.seq) : 0
  const proposal = folded(wish) && maxChars > 0 ? proposalOf(plan.evidence.timeline.events, number) : undefined
  return {
    request: folded(request),
    requestNumber: request ? numberOf(view, request.seq) : 0,
    wish: folded(wish),
    wishedAt: wish?.seq ?? 0,
    number,
    proposal,
  }
}

/** Its words, whole. */
export function askedText({ request, wish, wishedAt, proposal }: Asked, proposalChars: number): string {
  return [
    ...(wish ? [proposal ? answers(proposal, proposalChars) : '', wordsOf(wish)] : []),
    request && request.seq > wishedAt && !isWrapper(request)
      ? `${REQUEST.notTheirs}\n${quoted(textOf(request.message))}`
      : '',
    // The user said something beside the results since: what the turn is about stays whole all the same.
    request && request.seq < wishedAt ? `${REQUEST.before}\n${textOf(request.message)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Where it stands, and whether the agent went to work on it. */
export function askedAt(view: View, plan: Folding, { wish, number }: Asked): Frame['asked'] {
  if (!wish) return undefined
  const since = plan.evidence.timeline.events.filter(({ seq }) => seq > number)
  // Words without a call behind them end a turn.
  const answer = since.findLast(({ kind, seq }, at) => kind === 'agent' && since[at + 1]?.seq !== seq)
  const isFolded = ({ seq }: Event): boolean => isCovered(view, plan, seq)
  return {
    number,
    isWorkedOn: since.some(isFolded),
    ...(answer && { answeredAt: isFolded(answer) ? answer.seq : 'below' }),
  }
}

/** It stands whole elsewhere: the story only says when it came. */
export function withoutAsked({
  request,
  requestNumber,
  wish,
  wishedAt,
  number,
  proposal,
}: Asked): (event: Event) => Event {
  return (event) => {
    if (request && request.seq > wishedAt && event.kind === 'instruction' && event.seq === requestNumber)
      return { ...event, text: '(came in after the latest request, whole below)' }
    if (event === proposal) return { ...event, text: '(what the latest request answers, below with it)' }
    return wish && event.kind === 'user' && event.seq === number
      ? { ...event, text: '(the latest request, whole below)' }
      : event
  }
}
