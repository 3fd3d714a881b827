import type { Seq } from '../../model/edit.ts'
import { sentencesOf } from '../text/clip.ts'

/** Sentences, and the message each was last said in. */
export type Lately = Map<string, Seq>

/** Shorter sentences are said again and mean something else. */
const LEAST = 48
/** Further back it may have been overtaken, and the reader has to be told again. */
const BACK = 14
const MOST_CHARS = 4_000
const MOST = 2_000

/**
 * A text without what was said, word for word, in the messages before it: refusals and explanations that come again and
 * again are told once. A text that says nothing new says where it was said.
 */
export function fresh(known: Lately, text: string, seq: Seq): string {
  if (text.length > MOST_CHARS || text.includes('```')) return text
  let first: Seq | undefined
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const own = sentencesOf(line).filter((sentence) => {
      if (sentence.length < LEAST) return true
      const before = known.get(sentence)
      known.set(sentence, seq)
      if (before === undefined || seq - before > BACK || before === seq) return true
      first ??= before
      return false
    })
    if (own.length > 0 || line === '') kept.push(own.join(' '))
  }
  if (known.size > MOST) for (const [sentence, at] of known) if (seq - at > BACK) known.delete(sentence)
  if (first === undefined) return text
  const rest = kept.join('\n').trim()
  return rest === '' ? `(again as at [${first}])` : `${rest} (the rest as at [${first}])`
}
