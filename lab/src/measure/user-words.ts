import type { Message } from 'daypack'
import { ownWords, speech } from 'daypack/internal'
import type { Digest } from './digest.ts'

/** A line or sentence of the user's own words, and the message it is from. */
export type Word = { readonly at: number; readonly text: string }

/** How many characters of the user's words are verbatim in a view, and whether all of the latest request is. */
export type Kept = {
  readonly said: number
  readonly held: number
  readonly hasLatest: boolean
  readonly latest: boolean
}

const LONG = 160

/** Everything the user said themselves, wrappers and pasted text left out, in pieces that are either in a view or not. */
export function userWords(messages: readonly Message[]): Word[] {
  return messages.flatMap((message, at) =>
    ownWords(speech(message, messages[at - 1]))
      .split('\n')
      .flatMap((line) => (line.length > LONG ? line.split(/(?<=[.!?;。！？；])\s*/) : [line]))
      .map((text) => ({ at, text: text.trim() }))
      .filter(({ text }) => text !== ''),
  )
}

/** Looks at each message of a view once for each piece, however often it is sent. */
export function wordKeeper(words: readonly Word[]): (seen: readonly Digest[], at: number) => Kept {
  const known = new WeakMap<Digest, { upTo: number; readonly held: Set<number> }>()
  let upTo = 0
  return (seen, at) => {
    while (upTo < words.length && (words[upTo] as Word).at < at) upTo++
    const held = new Set<number>()
    for (const digest of seen) {
      const found = known.get(digest) ?? { upTo: 0, held: new Set<number>() }
      known.set(digest, found)
      for (; found.upTo < upTo; found.upTo++)
        if (digest.text.includes((words[found.upTo] as Word).text)) found.held.add(found.upTo)
      for (const one of found.held) held.add(one)
    }
    const latestAt = words[upTo - 1]?.at
    const kept = { said: 0, held: 0, hasLatest: latestAt !== undefined, latest: true }
    for (let nth = 0; nth < upTo; nth++) {
      const { text, at: own } = words[nth] as Word
      kept.said += text.length
      if (held.has(nth)) kept.held += text.length
      else if (own === latestAt) kept.latest = false
    }
    return kept
  }
}
