import type { MarkEntry } from '../model/entry.ts'
import type { View } from '../view/view.ts'
import { budgetOn } from './gauge.ts'
import { contextOf, type Effects, type PlannerInput } from './plan.ts'

/** An epoch is near from this share of the high-water mark on. */
const NEAR = 0.8

/** Slow work of the passes ahead of an epoch that is near: what they want remembered is kept, what fails is told. */
export async function workAhead(
  view: View,
  setting: PlannerInput,
  effects: Effects,
  keep: (made: Omit<MarkEntry, 'kind'>) => Promise<void>,
  onProblem: (error: unknown) => void,
): Promise<void> {
  const budget = budgetOn(view, setting.limits, setting.policy, false)
  if (budget.used.tokens < budget.high.tokens * NEAR) return
  const ctx = contextOf(setting, effects, { tide: 'none', budget, fresh: view.sent + 1 })
  for (const pass of setting.passes) {
    try {
      const made = await pass.ahead?.(view, ctx)
      if (made) await keep(made)
    } catch (error) {
      onProblem(error)
    }
  }
}
