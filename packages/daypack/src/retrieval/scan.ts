import { searchableContent, type RetrievalSource } from './source.ts'
import type { MessageNumber } from '../view/read.ts'

export type Passage = {
  readonly number: MessageNumber
  readonly index: number
  readonly startLine: number
  readonly endLine: number
  readonly text: string
  readonly score: number
}

const BLOCK_CHARS = 2_000_000
const AROUND = 2
const SHOWN_CHARS = 600

/** What contains words of the query, or parts of words: what has most of them first, then the newest. */
export async function scan(query: string, source: RetrievalSource, limit: number): Promise<Passage[]> {
  const terms = termsOf(query)
  const found: Passage[] = []
  for (const { number, message } of await source.seen()) {
    for (const [index, block] of message.blocks.entries()) {
      if (block.type === 'media' || block.type === 'opaque') continue
      // What retention took cannot be searched, and is no reason to fail.
      const text = (await source.read(searchableContent(block)).catch(() => '')).slice(0, BLOCK_CHARS)
      const lower = text.toLowerCase()
      const score = terms.filter((term) => lower.includes(term)).length
      if (score > 0) found.push({ number, index, score, ...focus(text, terms, AROUND) })
    }
  }
  return found.toSorted((a, b) => b.score - a.score || b.number - a.number).slice(0, limit)
}

export function termsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []
  const terms = words.flatMap((word) => {
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word))
      return [word.replace(/^[./-]+|(?<![./-])[./-]+$/g, '')]
    const characters = Array.from(word)
    return characters.length < 3
      ? [word]
      : characters.slice(1).map((character, at) => (characters[at] ?? '') + character)
  })
  return [...new Set(terms.filter((term) => term.length > 1))]
}

export function focus(
  text: string,
  terms: readonly string[],
  around: number,
): { text: string; startLine: number; endLine: number } {
  const lines = text.split('\n')
  const values = lines.map((line) => {
    const lower = line.toLowerCase()
    return terms.filter((term) => lower.includes(term)).length
  })
  let top = 0
  let most = -1
  for (let at = 0; at < lines.length; at++) {
    const near = values.slice(Math.max(0, at - around), at + around + 1)
    const sum = near.reduce((total, value) => total + value, 0) + (values[at] ?? 0)
    if (sum > most) [most, top] = [sum, at]
  }
  const from = Math.max(0, top - around)
  const to = Math.min(lines.length, top + around + 1)
  const shown = lines.slice(from, to).map((line) => partOf(line, terms))
  return { text: shown.join('\n'), startLine: from + 1, endLine: to }
}

/** A long line is shown around the first word found. */
function partOf(line: string, terms: readonly string[]): string {
  if (line.length <= SHOWN_CHARS) return line
  const lower = line.toLowerCase()
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...(found.length > 0 ? found : [0])) - SHOWN_CHARS / 3)
  return `${from > 0 ? '…' : ''}${line.slice(from, from + SHOWN_CHARS).toWellFormed()}…`
}
