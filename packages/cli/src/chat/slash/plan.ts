import type { Chat } from '../types.ts'

type Step = { readonly text: string; readonly done: boolean }

/** `/plan`: the plan of this session. `/plan a; b` sets it, `/plan done 1` ticks a step off, `/plan clear` drops it. */
export async function plan({ session, ui }: Chat, words: string): Promise<void> {
  const steps = stepsOf(session)
  const [, number] = /^done\s+(\d+)$/.exec(words) ?? []
  if (words === '') {
    if (steps.length === 0) return ui.line('There is no plan. Set one with: /plan first step; second step')
    const done = steps.filter((step) => step.done).length
    ui.line(`Plan: ${done} of ${steps.length} steps done.`)
    return steps.forEach((step, index) => ui.line(`${index + 1}. [${step.done ? 'x' : ' '}] ${step.text}`))
  }
  if (words === 'clear') {
    await session.mark('plan', { steps: [] })
    return ui.line('The plan is cleared.')
  }
  if (number !== undefined) {
    const step = steps[Number(number) - 1]
    if (!step) return ui.line(`There are steps 1 to ${steps.length}. Nothing was done.`)
    await session.mark('plan', { steps: steps.map((each) => (each === step ? { ...each, done: true } : each)) })
    return ui.line(`Done: ${step.text}`)
  }
  const made = words
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  await session.mark('plan', { steps: made.map((text) => ({ text, done: false })) })
  ui.line(`Plan: ${made.length} steps. /plan shows it.`)
}

function stepsOf({ view }: Chat['session']): readonly Step[] {
  const data = view.marks.get('plan')?.data as { steps?: readonly Step[] } | undefined
  return data?.steps ?? []
}
