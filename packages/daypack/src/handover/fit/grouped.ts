import { clip, flat } from '../text/clip.ts'

/** Where not even the shortest telling fits: the newest as they are, the older ones in groups, each with what began and ended it. */
export function grouped(lines: readonly string[], maxChars: number): string {
  let at = lines.length
  for (let left = maxChars * 0.7; at > 0; at--) {
    left -= Math.min(lines[at - 1]?.length ?? 0, maxChars / 4) + 1
    if (left < 0) break
  }
  const kept = lines.slice(at).map((line) => clip(line, maxChars / 4))
  const old = lines.slice(0, at)
  if (old.length === 0) return kept.join('\n').slice(0, Math.floor(maxChars))
  const groups = Math.max(1, Math.min(old.length, Math.floor((maxChars * 0.25) / 160)))
  const each = Math.ceil(old.length / groups)
  const each2 = Math.floor((maxChars * 0.28) / groups) - 40
  const told: string[] = []
  for (let from = 0; from < old.length; from += each) {
    const group = old.slice(from, from + each)
    const first = clip(flat(group[0] ?? ''), Math.max(12, each2 / 2))
    const last =
      group.length > 1
        ? ` … ${group.length} parts, up to: ${clip(flat(group.at(-1) ?? ''), Math.max(12, each2 / 2))}`
        : ''
    told.push(first + last)
  }
  return wellFormed([...told, ...kept].join('\n').slice(0, Math.floor(maxChars)))
}

function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}
