import { contentOf, type RetrievalSource, type SeenMessage } from './source.ts'
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

export async function scan(query: string, source: RetrievalSource, limit: number): Promise<Passage[]> {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  const units = await unitsOf(await source.seen(), source)
  const counts = units.map(({ lower }) => terms.map((term) => occurrences(lower, term)))
  const weights = terms.map((_, at) =>
    Math.log(1 + units.length / (1 + counts.filter((each) => (each[at] ?? 0) > 0).length)),
  )
  const scored = units.map((unit, at) => ({ unit, score: weigh(counts[at] ?? [], weights, unit.lower.length) }))
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.unit.number - a.unit.number)
    .slice(0, limit)
    .map(({ unit, score }) => best(unit, terms, weights, score))
}

type Unit = { readonly number: MessageNumber; readonly index: number; readonly text: string; readonly lower: string }

async function unitsOf(seen: readonly SeenMessage[], source: RetrievalSource): Promise<Unit[]> {
  const units: Unit[] = []
  for (const { number, message } of seen) {
    for (const [index, block] of message.blocks.entries()) {
      if (block.type === 'media' || block.type === 'opaque') continue
      // What retention took cannot be searched, and is no reason to fail.
      const text = (await source.read(contentOf(block)).catch(() => '')).slice(0, BLOCK_CHARS)
      if (text !== '') units.push({ number, index, text, lower: text.toLowerCase() })
    }
  }
  return units
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

function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0 && count < 50; at = text.indexOf(term, at + term.length)) count++
  return count
}

function weigh(counts: readonly number[], weights: readonly number[], length: number): number {
  const damp = 1 + length / 20_000
  return counts.reduce(
    (sum, count, at) => sum + (count > 0 ? (weights[at] ?? 0) * (1 + Math.log(1 + count / damp)) : 0),
    0,
  )
}

function best(unit: Unit, terms: readonly string[], weights: readonly number[], score: number): Passage {
  return { number: unit.number, index: unit.index, ...focus(unit.text, terms, weights, AROUND), score }
}

export function focus(
  text: string,
  terms: readonly string[],
  weights: readonly number[],
  around: number,
): { text: string; startLine: number; endLine: number } {
  const lines = text.split('\n')
  const values = lines.map((line) => {
    const lower = line.toLowerCase()
    return terms.reduce((sum, term, at) => sum + (lower.includes(term) ? (weights[at] ?? 1) : 0), 0)
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
