import type { Found } from './engines.ts'
import type { Place, Question } from './sets.ts'

export type Quality = { hit1: number; recall5: number; recall10: number; ndcg5: number; mrr: number }

/** Of one question, between 0 and 1. Several hits on the same place count once, at the best rank. */
export function qualityOf(found: readonly Found[], { gold }: Question): Quality {
  const seen = new Set<string>()
  const right: boolean[] = []
  for (const hit of found) {
    const place = gold.find((candidate) => covers(hit, candidate))
    const key = place ? keyOf(place) : gold[0]?.line === undefined ? hit.path : `${hit.path}#${hit.startLine}`
    if (seen.has(key)) continue
    seen.add(key)
    right.push(place !== undefined)
  }
  const wanted = new Set(gold.map(keyOf)).size
  const first = right.indexOf(true)
  const within = (count: number): number => right.slice(0, count).filter(Boolean).length / wanted
  const gain = (hits: readonly boolean[]): number =>
    hits.slice(0, 5).reduce((sum, hit, rank) => sum + (hit ? 1 / Math.log2(rank + 2) : 0), 0)
  const ideal = gain(Array.from({ length: wanted }, () => true))
  return {
    hit1: first === 0 ? 1 : 0,
    recall5: within(5),
    recall10: within(10),
    ndcg5: gain(right) / ideal,
    mrr: first < 0 ? 0 : 1 / (first + 1),
  }
}

export function average(all: readonly Quality[]): Quality {
  const mean = (pick: (quality: Quality) => number): number =>
    all.reduce((sum, quality) => sum + pick(quality), 0) / Math.max(1, all.length)
  return {
    hit1: mean((q) => q.hit1),
    recall5: mean((q) => q.recall5),
    recall10: mean((q) => q.recall10),
    ndcg5: mean((q) => q.ndcg5),
    mrr: mean((q) => q.mrr),
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function covers(hit: Found, place: Place): boolean {
  return (
    hit.path === place.path && (place.line === undefined || (place.line >= hit.startLine && place.line <= hit.endLine))
  )
}

function keyOf({ path, line }: Place): string {
  return `${path}#${line ?? ''}`
}
