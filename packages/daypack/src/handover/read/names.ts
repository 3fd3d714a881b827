import type { Message } from '../../model/message.ts'
import { identifiers } from '../text/identifiers.ts'
import { texts, type SaidIn } from './texts.ts'

/** The names of one text, whose it is, and how long it was. */
export type Named = { readonly source: SaidIn; readonly names: readonly string[]; readonly chars: number }

/** The names in a message by source. Not remembered: who takes a message in needs them once. */
export function namesIn(message: Message): readonly Named[] {
  return texts(message).map(({ source, text }) => ({ source, names: identifiers(text), chars: text.length }))
}
