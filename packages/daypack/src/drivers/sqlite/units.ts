import type { UnitText } from '../../model/index-store.ts'

export function textColumns(unit: UnitText): (string | number | null)[] {
  return [unit.startLine, unit.endLine, unit.text, unit.heading, unit.speaker ?? null, unit.continues ? 1 : 0]
}
