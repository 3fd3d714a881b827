import type { UnitText } from '../../model/index-store.ts'

/** A unit's lines and text as columns, in this order: first, last, text, heading, speaker, continues. */
export function textColumns(unit: UnitText): (string | number | null)[] {
  return [unit.startLine, unit.endLine, unit.text, unit.heading, unit.speaker ?? null, unit.continues ? 1 : 0]
}
