// Grading sheets: answers under codes that are shuffled for every question, by seed.
import { createHash } from 'node:crypto'
import type { Answers, Gold, Key, Questions, Sheet } from './formats.ts'

export type Sitting = Answers & { readonly reader: string }

/** One sheet for a point, and the key to it. The same seed and answers give the same sheet. */
export function sheetOf(
  { point, questions }: Questions,
  { gold }: Gold,
  sittings: readonly Sitting[],
  seed: string,
): { readonly sheet: Sheet; readonly key: Key } {
  const codes: Key['codes'] = {}
  const items = questions.map(({ id, question }) => {
    const own = gold.find((one) => one.id === id)
    if (!own) throw new Error(`${point}: ${id} has no gold.`)
    const dealt = sittings
      .map(({ reader, strategy, answers }) => ({
        reader,
        strategy,
        answer: answers.find((one) => one.id === id)?.answer.trim() || 'not in view',
        order: hash(`${seed}\n${point}\n${id}\n${reader}\n${strategy}`),
      }))
      .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    codes[id] = Object.fromEntries(dealt.map(({ reader, strategy }, nth) => [codeOf(nth), { reader, strategy }]))
    const answers = dealt.map(({ answer }, nth) => ({ code: codeOf(nth), answer }))
    return { id, question, keyPoints: own.keyPoints, answers }
  })
  return { sheet: { point, items }, key: { point, codes } }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A … Z, AA, AB, … */
export function codeOf(nth: number): string {
  const last = String.fromCodePoint(65 + (nth % 26))
  return nth < 26 ? last : codeOf(Math.floor(nth / 26) - 1) + last
}
