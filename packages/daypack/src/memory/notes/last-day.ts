import { dayOfLog } from './path.ts'
import type { Source } from './provenance.ts'

/** The day of the newest line an entry rests on; of a struck one, when it was struck out. Empty when it names none. */
export function lastDay({ from }: Source): string {
  return from.map((citation) => dayOfLog(citation.replace(/#.*$/, '')) ?? '').reduce((a, b) => (a > b ? a : b), '')
}
