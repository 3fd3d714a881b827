import { countTry } from '../model/breaker.ts'
import type { Draft } from '../model/entry.ts'
import type { View } from '../view/view.ts'
import { failuresIn, failuresMark, modelOf, modelRests } from './failures.ts'
import { budgetOn } from './budget.ts'
import { contextOf, type Effects, type PlannerInput } from './plan.ts'

const NEAR = 0.8

export async function workAhead(
  view: View,
  input: PlannerInput,
  effects: Effects,
  keep: (made: Draft) => Promise<void>,
  onProblem: (error: unknown) => void,
): Promise<void> {
  const budget = budgetOn(view, input.limits, input.policy, false)
  if (budget.used.tokens < budget.high.tokens * NEAR) return
  let failures = failuresIn(view)
  for (const pass of input.passes) {
    if (!pass.ahead) continue
    const rests = modelRests(failures, pass, false)
    const ctx = contextOf(input, effects, { tide: 'none', budget, fresh: view.sent + 1, modelRests: rests })
    try {
      const made = await pass.ahead(view, ctx)
      const after = made ? countTry(failures, modelOf(pass), made === 'failed') : failures
      if (after !== failures) await keep(failuresMark(after))
      failures = after
      if (made && made !== 'failed') await keep({ kind: 'mark', ...made })
    } catch (error) {
      onProblem(error)
    }
  }
}
