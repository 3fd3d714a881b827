import { classOf, firstOf, localOf, normsOf, partOf, seek, STEPS, stepsOf, type PostingRow } from './posting-row.ts'

export type TermPostings = ReadonlyMap<number, PostingRow>

/** As our scorer has them: what is found should be what it would find. */
const K1 = 0.9
const B = 0.6

export function bestUnits(
  terms: readonly { readonly postings: TermPostings; readonly weight: number }[],
  average: number,
  k: number,
): number[] {
  const norms = normsOf(average, K1, B)
  const parts = new Set(terms.flatMap(({ postings }) => [...postings.keys()]))
  const best = topOf(k)
  const scores = new Float64Array(firstOf(1))
  for (const part of [...parts].toSorted((a, b) => a - b)) {
    for (const { postings, weight } of terms) add(postings.get(part), weight, norms, scores)
    best.take(scores, firstOf(part))
    scores.fill(0)
  }
  return best.numbers()
}

function add(row: PostingRow | undefined, weight: number, norms: Float64Array, scores: Float64Array): void {
  if (row === undefined) return
  for (let at = 0; at < row.length; at++) {
    const entry = row[at] as number
    const frequency = stepsOf(entry) / STEPS
    const local = localOf(entry)
    scores[local] = (scores[local] as number) + (weight * frequency) / (frequency + (norms[classOf(entry)] as number))
  }
}

function topOf(k: number) {
  const numbers = new Float64Array(k + 1)
  const kept = new Float64Array(k + 1)
  let count = 0
  const put = (number: number, score: number): void => {
    let at = count
    for (; at > 0 && (kept[at - 1] as number) < score; at--) {
      kept[at] = kept[at - 1] as number
      numbers[at] = numbers[at - 1] as number
    }
    kept[at] = score
    numbers[at] = number
    if (count < k) count++
  }
  return {
    take(scores: Float64Array, first: number): void {
      let least = count < k ? 0 : (kept[k - 1] as number)
      for (let local = 0; local < scores.length; local++) {
        const score = scores[local] as number
        if (score <= least) continue
        put(first + local, score)
        if (count === k) least = kept[k - 1] as number
      }
    },
    numbers: () => [...numbers.subarray(0, count)],
  }
}

export function frequencyIn(postings: TermPostings, first: number, count: number): number {
  let steps = 0
  const end = first + count
  for (let part = partOf(first); firstOf(part) < end; part++) {
    const row = postings.get(part)
    if (row === undefined) continue
    const last = end - firstOf(part)
    for (let at = seek(row, first - firstOf(part)); at < row.length; at++) {
      const entry = row[at] as number
      if (localOf(entry) >= last) break
      steps += stepsOf(entry)
    }
  }
  return steps / STEPS
}
