/** The highest level at which sizes, each cut to it, together stay within `budget`; Infinity when none needs cutting. */
export function levelFor(sizes: readonly number[], budget: number): number {
  const sorted = [...sizes].sort((a, b) => a - b)
  let left = budget
  for (const [index, size] of sorted.entries()) {
    const share = left / (sorted.length - index)
    if (size > share) return Math.max(0, Math.floor(share))
    left -= size
  }
  return Infinity
}
