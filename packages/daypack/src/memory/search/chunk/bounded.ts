import type { UnitText } from '../../../model/index-store.ts'
import { pack, type Bound } from './pack.ts'

/** Units cut by others, such as turns of a dialogue: those above the bound become several on the same lines. */
export function boundedUnits<Unit extends UnitText>(units: readonly Unit[], bound: Bound): Unit[] {
  return units.flatMap((unit) => {
    if (bound.count(unit.text) <= bound.maxTokens) return [unit]
    const { startLine, endLine } = unit
    const pieces = pack(unit.text.split(/\r\n|\n|\r/), 1, bound)
    return pieces.map(({ text }, nth) => ({
      ...unit,
      startLine,
      endLine,
      text,
      ...(nth > 0 && { continues: true as const }),
    }))
  })
}
