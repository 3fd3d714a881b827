export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = (each: string) => each.toLowerCase().replaceAll(/[^a-z]/g, '')
  const most = Math.max(1, Math.floor(name.length / 3))
  const ranked = known
    .map((each) => ({ each, off: editDistance(plain(each), plain(name)) }))
    .toSorted((a, b) => a.off - b.off)
  const [best] = ranked
  return best && best.off <= most ? best.each : undefined
}

/** Letters to add, drop, change or swap with the next one. */
export function editDistance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
