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

/** Line by line: one that comes again later in `b` stays, and what stands before it there is new. */
function compared(a: readonly string[], b: readonly string[]): Step[] {
  const places = Map.groupBy(b.keys(), (at) => b[at])
  const steps: Step[] = []
  let next = 0
  const addUntil = (end: number, line: number): void => {
    for (; next < end; next++) steps.push({ sign: '+', text: b[next] ?? '', line })
  }
  for (const [at, text] of a.entries()) {
    const found = places.get(text) ?? []
    while ((found[0] ?? next) < next) found.shift()
    const [place] = found
    if (place === undefined) steps.push({ sign: '-', text, line: at + 1 })
    else {
      addUntil(place, at + 1)
      steps.push({ sign: ' ', text, line: at + 1 })
      next++
    }
  }
  addUntil(b.length, a.length + 1)
  return steps
}

function lines(text: string): string[] {
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  return all
}
