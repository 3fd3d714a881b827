import { scan } from '../text/identifiers.ts'

const QUANTITY = /\b\d+(?:\.\d+)?\s?(?:ms|s|min|h|[kKMG]i?B|bytes|%|px|tokens)(?!\w)/g

/**
 * The names of a text left out that will most likely be needed, best first, within a byte budget: often and late, per
 * byte. Names that stand in what is kept, or inside a longer name taken already, are not told again.
 */
export function evidence(left: string, kept: string, maxBytes: number): string[] {
  if (maxBytes <= 0) return []
  const seen = new Map<string, { count: number; last: number }>()
  let order = 0
  const note = (name: string): void => {
    order++
    const known = seen.get(name)
    seen.set(name, { count: (known?.count ?? 0) + 1, last: order })
  }
  scan(left, note)
  for (const [quantity] of left.matchAll(QUANTITY)) note(quantity)
  for (const [name, { count }] of seen) {
    // A path was counted with each of its parts: those that only stand in it are told by it.
    if (/[/.]/.test(name)) scan(name, (part) => part !== name && less(seen, part, count))
  }
  const ranked = [...seen]
    .filter(([, { count }]) => count > 0)
    .map(([name, { count, last }]) => ({ name, score: (count * (0.5 + last / order)) / (name.length + 1) }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
  const taken: string[] = []
  let used = 0
  for (const { name } of ranked) {
    const bytes = Buffer.byteLength(name) + 1
    if (used + bytes > maxBytes || kept.includes(name) || taken.some((other) => other.includes(name))) continue
    taken.push(name)
    used += bytes
    if (maxBytes - used < 5) break
  }
  return taken
}

function less(seen: Map<string, { count: number; last: number }>, name: string, by: number): void {
  const known = seen.get(name)
  if (known) seen.set(name, { ...known, count: known.count - by })
}
