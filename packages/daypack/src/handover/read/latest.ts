import { textOf } from '../../model/message.ts'
import type { Seq } from '../../model/edit.ts'
import { quoted, REQUEST } from '../../view/frame.ts'
import type { Slot, View } from '../../view/view.ts'
import { clipSpeech } from '../text/sentences.ts'
import type { Event } from './events.ts'
import type { Evidence } from './evidence.ts'
import { speech, wish, type Said } from '../../speech/speech.ts'

/** The message in which the user last wished something: late results, skills and notices of the host are none. */
export function latestWish(view: View, { timeline }: Evidence): Slot | undefined {
  const wished = timeline.events.findLast((event) => event.kind === 'user')
  return wished && view.slots[wished.seq - 1]
}

/** A request shorter than this says little without what it answers. */
const SHORT = 40

/** What the agent had said when the user answered in a word. */
export function proposalOf(events: readonly Event[], asked: Seq): Event | undefined {
  const at = events.findIndex((event) => event.seq === asked && event.kind === 'user')
  const word = events[at]
  if (!word || word.text.length > SHORT) return undefined
  const before = events.slice(Math.max(0, at - 3), at).findLast((event) => event.kind === 'agent')
  return before && before.text.length > SHORT ? before : undefined
}

export function answers(proposal: Event, maxChars: number): string {
  return `${REQUEST.answers} [${proposal.seq}]:]\n${quoted(clipSpeech(proposal.text, maxChars))}\n${REQUEST.itself}`
}

/** Where a picture or a file is that came with a request: the request speaks of it. */
const ATTACHED = /^\[(?:Image|File|Attachment)\b[^\]\n]*\]$/i

/** Only what a host adds to messages: nobody asked for anything. */
export function isWrapper({ message }: Slot): boolean {
  const said = speech(message)
  return said.length > 0 && said.every((part) => part.by === 'host' && !ATTACHED.test(part.text.trim()))
}

/**
 * What the user said, verbatim: beside tool results only their words count, and what hosts wrap around a request stays
 * only while it is short beside it (where the files are, not a whole set of rules).
 */
export function wordsOf({ message }: Slot): string {
  const said = speech(message)
  const own = wish(said)
  const isAround = ({ by, text, label = '' }: Said): boolean =>
    by === 'host' && !(POINTED_AT.has(label) && text.length < SHORT_WRAPPER)
  const wrapped = said.filter(isAround).reduce((sum, part) => sum + part.text.length, 0)
  const isBuried = own !== '' && wrapped > own.length * WRAPPER_SHARE
  return message.role === 'user' && !isBuried ? textOf(message) : own
}

const WRAPPER_SHARE = 0.25
/** What the user had selected or open says what their words are about. */
const SHORT_WRAPPER = 1_000
const POINTED_AT = new Set(['ide_selection', 'ide_opened_file'])
