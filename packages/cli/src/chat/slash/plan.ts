import type { Chat } from '../types.ts'

type Step = { readonly text: string; readonly done: boolean }

/** `/plan a; b` sets the plan of this session, `/plan done 1` ticks a step off, `/plan clear` drops it; it is shown each time. */
export async function plan({ session, ui }: Chat, words: string): Promise<void> {
  let steps = (session.view.marks.get('plan')?.data as { steps?: readonly Step[] } | undefined)?.steps ?? []
  const done = Number(/^done\s+(\d+)$/.exec(words)?.[1])
  if (words !== '') {
    steps = done > 0 ? steps.map((step, at) => (at === done - 1 ? { ...step, done: true } : step)) : stepsIn(words)
    await session.mark('plan', { steps })
  }
  if (steps.length === 0) return ui.line('There is no plan. Set one with: /plan first step; second step')
  ui.line(`Plan: ${steps.filter((step) => step.done).length} of ${steps.length} steps done.`)
  for (const [at, step] of steps.entries()) ui.line(`${at + 1}. [${step.done ? 'x' : ' '}] ${step.text}`)
}

function stepsIn(words: string): Step[] {
  const texts = words === 'clear' ? [] : words.split(';').map((text) => text.trim())
  return texts.filter((text) => text !== '').map((text) => ({ text, done: false }))
}
