// How much of an examiner's key points stands in a view, by their words alone: a stand-in for readers, no more. A reader
// needs less (a thought in other words) and more (a word that stands there in another sense says nothing).
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'

/** Words shorter than this tell nothing. */
const LEAST = 5
/** A key point is there when its words stand together, within so many lines. */
const TOGETHER = 8

export type Stand = {
  /** Of the words that tell, those anywhere in the view. */
  readonly anywhere: number
  /** The same for the best place of a few lines. */
  readonly together: number
}

/** Names, figures and long words of a key point, as far as the conversation holds them at all. */
export function tellingWords(keyPoint: string, whole: string): string[] {
  const names = identifiers(keyPoint).map((name) => name.toLowerCase())
  const words = keyPoint.toLowerCase().match(/[\p{L}][\p{L}'-]*|\d[\d.,]*\d|\d/gu) ?? []
  return [...new Set([...names, ...words.filter((word) => /\d/.test(word) || word.length >= LEAST)])].filter((word) =>
    whole.includes(word),
  )
}

/** `view` and `whole` in lower case. */
export function stands(keyPoints: readonly string[], view: string, whole: string): Stand {
  const lines = view.split('\n')
  let [anywhere, together, n] = [0, 0, 0]
  for (const keyPoint of keyPoints) {
    const words = tellingWords(keyPoint, whole)
    if (words.length === 0) continue
    n++
    anywhere += words.filter((word) => view.includes(word)).length / words.length
    together += best(words, lines) / words.length
  }
  return { anywhere: anywhere / n, together: together / n }
}

function best(words: readonly string[], lines: readonly string[]): number {
  const last = words.map(() => -Infinity)
  let top = 0
  for (const [at, line] of lines.entries()) {
    let held = 0
    for (const [nth, word] of words.entries()) {
      if (line.includes(word)) last[nth] = at
      if (at - (last[nth] ?? 0) < TOGETHER) held++
    }
    top = Math.max(top, held)
  }
  return top
}
