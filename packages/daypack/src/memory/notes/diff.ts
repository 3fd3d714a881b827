/** A change between two texts, line for line: what is left out, what is new, and two lines around each. */
export function lineDiff(before: string, after: string, context = 2): string {
  const a = lines(before)
  const b = lines(after)
  const steps = compared(a, b)
  const shown = new Set<number>()
  steps.forEach((step, index) => {
    if (step.sign === ' ') return
    for (let near = index - context; near <= index + context; near++) shown.add(near)
  })
  const out: string[] = []
  let last = -1
  steps.forEach((step, index) => {
    if (!shown.has(index)) return
    if (index !== last + 1 || out.length === 0) out.push(`@@ line ${step.line} @@`)
    out.push(step.sign + step.text)
    last = index
  })
  return out.join('\n')
}

type Step = { readonly sign: ' ' | '-' | '+'; readonly text: string; readonly line: number }

/** Common head and tail are set aside; between them the longest common subsequence, or all anew where that is too big. */
function compared(a: readonly string[], b: readonly string[]): Step[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const same = (from: number, to: number): Step[] =>
    a.slice(from, to).map((text, index) => ({ sign: ' ', text, line: from + index + 1 }))
  return [
    ...same(0, head),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head),
    ...same(a.length - tail, a.length),
  ]
}

const MAX_CELLS = 4_000_000

function middle(a: readonly string[], b: readonly string[], head: number): Step[] {
  const width = b.length + 1
  const big = (a.length + 1) * width > MAX_CELLS
  const common = big ? new Uint32Array(0) : new Uint32Array((a.length + 1) * width)
  for (let i = big ? -1 : a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const skip = Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
      common[i * width + j] = a[i] === b[j] ? (common[(i + 1) * width + j + 1] ?? 0) + 1 : skip
    }
  }
  const steps: Step[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const line = head + i + 1
    const down = common[(i + 1) * width + j] ?? 0
    const right = common[i * width + j + 1] ?? 0
    if (!big && i < a.length && j < b.length && a[i] === b[j]) {
      steps.push({ sign: ' ', text: a[i] ?? '', line })
      i++
      j++
    } else if (i < a.length && (j >= b.length || big || down >= right))
      steps.push({ sign: '-', text: a[i++] ?? '', line })
    else steps.push({ sign: '+', text: b[j++] ?? '', line })
  }
  return steps
}

function lines(text: string): string[] {
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  return all
}
