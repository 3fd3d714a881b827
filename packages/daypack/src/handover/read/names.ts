import type { Message } from '../../model/message.ts'
import { identifiers } from '../text/identifiers.ts'
import { texts, type SaidIn } from './texts.ts'

/** The names of one text, whose it is, and how long it was. */
type Named = { readonly source: SaidIn; readonly names: readonly string[]; readonly chars: number }

const cache = new WeakMap<Message, readonly Named[]>()

/** The names in a message by source; remembered for as long as the message object lives. */
export function namesIn(message: Message): readonly Named[] {
  let found = cache.get(message)
  if (!found) {
    found = texts(message).map(({ source, text }) => ({ source, names: identifiers(text), chars: text.length }))
    cache.set(message, found)
  }
  return found
}
