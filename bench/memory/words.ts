import { readFileSync, writeFileSync } from 'node:fs'
import { gramsOf } from '../../packages/daypack/src/memory/text/grams.ts'

/** Of a word so rare, or used by so few authors, nothing is learned. */
const [LEAST_TEXTS, LEAST_AUTHORS] = [12, 4]

/** The words that enough people use. */
export function vocabulary(texts: readonly { readonly text: string; readonly author: string }[]): string[] {
  const met = new Map<string, { times: number; readonly by: Set<string> }>()
  for (const { text, author } of texts)
    for (const gram of gramsOf(text)) {
      const each = met.get(gram) ?? { times: 0, by: new Set() }
      each.times++
      each.by.add(author)
      met.set(gram, each)
    }
  return [...met].flatMap(([gram, { times, by }]) => (times >= LEAST_TEXTS && by.size >= LEAST_AUTHORS ? gram : []))
}

/** In tenths: less says nothing. */
export function rounded(weight: number): number {
  return Math.round(weight * 10) / 10
}

const BEGINS = '= `'

/** Writes a table for `toldBy` into a source file that has one. */
export function writeWords(file: URL, words: ReadonlyMap<string, number>): void {
  const by = new Map<number, string[]>()
  for (const [word, weight] of words) {
    const each = rounded(weight)
    if (each !== 0) by.set(each, [...(by.get(each) ?? []), word])
  }
  const lines = [...by].toSorted(([a], [b]) => b - a).map(([weight, all]) => `${weight}: ${all.toSorted().join('|')}\n`)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `${text.slice(0, text.indexOf(BEGINS))}${BEGINS}\n${lines.join('')}\`\n`)
}
