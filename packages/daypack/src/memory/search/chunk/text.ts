import type { UnitText } from '../../../model/index-store.ts'
import { pack, type Bound } from './pack.ts'

/** Units of plain text such as a tool result: paragraphs, cut where they are too long, short ones put together. */
export function textUnits(text: string, bound: Bound): UnitText[] {
  return pack(text.split(/\r\n|\n|\r/), 1, bound).map((piece) => ({ ...piece, heading: '' }))
}
