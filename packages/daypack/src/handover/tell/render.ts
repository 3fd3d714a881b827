import { formOf, HEADINGS, REQUEST_BEFORE, REQUEST_LAST, quoted } from '../../view/frame.ts'
import type { MessageNumber } from '../../view/read.ts'

/** What stands in a hand-over whatever its length. */
export type Frame = {
  /** Ends every heading. */
  readonly mark: string
  /** The numbers of the first and the last message. */
  readonly folded: { readonly from: MessageNumber; readonly to: MessageNumber }
  /** Instructions the host gave at the start of the session. */
  readonly standing: string
  /** What a model wrote. */
  readonly note: string
  /** What the user asked to keep, found by its words. */
  readonly wanted: string
  /** The latest request, verbatim, when the fold covers it. */
  readonly request: string
  readonly guide: string
  /** Restart form: the last steps as text. */
  readonly steps: string
  /** Restart form: the newest step, whose results the model has not seen: as it would be shown as messages. */
  readonly unseen: string
  /** How many messages stand behind the hand-over. */
  readonly following: number
  /** Some of them edit files. */
  readonly edited: boolean
  /** The message of the latest request, when the fold covers it, and whether the agent went to work on it. */
  readonly asked:
    | { readonly number: MessageNumber; readonly isWorkedOn: boolean; readonly answeredAt?: MessageNumber | 'below' }
    | undefined
}

/** What shares the rest of the room. */
export type Contents = {
  /** The sections of the documents. */
  readonly told: string
  readonly story: string
  readonly files: string
  readonly records: string
}

export const NO_CONTENTS: Contents = { told: '', story: '', files: '', records: '' }

/** The message the model sees instead of what was folded. */
export function render(parts: Frame & Contents): string {
  const { folded, story, files, steps, unseen, mark } = parts
  const isShort = [story, files, steps, unseen].every((one) => one === '')
  const part = (heading: string, body: string): string => (body === '' ? '' : `${heading} ${mark}\n${body}`)
  return [
    `[Hand-over: messages ${folded.from}-${folded.to} of this conversation are folded into this one. Carry on from here; do not start over. ${formOf(mark, isShort)}${parts.request === '' ? '' : parts.following > 0 ? REQUEST_BEFORE : REQUEST_LAST}]`,
    part(HEADINGS.standing, quoted(parts.standing)),
    part(HEADINGS.note, quoted(parts.note)),
    part(HEADINGS.wanted, parts.wanted),
    parts.told,
    part(HEADINGS.story, parts.story),
    part(filesHeading(parts.following, parts.edited), parts.files),
    part(HEADINGS.records, parts.records),
    part(HEADINGS.guide, parts.guide),
    part(HEADINGS.steps, [parts.steps, parts.unseen].filter(Boolean).join('\n')),
    part(requestHeading(parts), parts.request),
  ]
    .filter((one) => one !== '')
    .join('\n\n')
}

/** What was asked last when this was written: the reader sees whether it was answered since. */
function requestHeading({ asked, following }: Pick<Frame, 'asked' | 'following'>): string {
  if (asked === undefined) return HEADINGS.latest
  const where = asked.answeredAt === 'below' ? 'in the messages below' : `at [${asked.answeredAt}]`
  const done = asked.answeredAt === undefined ? '' : `; the agent answered it ${where}`
  const since = asked.isWorkedOn ? '; the story tells what was done about it' : ''
  const below = following > 0 ? '; the messages below go on from there, a newer request in them comes first' : ''
  return `${HEADINGS.latest} (at [${asked.number}]${done}${since}${below})`
}

/** The files are told as of the newest message, so that no edit is taken for one that is still to come. */
function filesHeading(following: number, edits: boolean): string {
  const made = edits ? `, the edits of the next ${following} messages already in them` : ''
  return `${HEADINGS.files}${made} (the parts known; messages after that override)`
}
