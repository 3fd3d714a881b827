export type DiffLine = { readonly sign: ' ' | '+' | '-'; readonly text: string }

const MOST = 3_000

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n').slice(0, MOST), after.split('\n').slice(0, MOST)]
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ sign: ' ', text: old[i++] ?? '' })
      j++
    } else if (
      j >= now.length ||
      (i < old.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    )
      lines.push({ sign: '-', text: old[i++] ?? '' })
    else lines.push({ sign: '+', text: now[j++] ?? '' })
  }
  return lines
}
