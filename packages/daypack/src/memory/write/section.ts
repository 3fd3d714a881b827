import type { SectionName } from '../notes/page.ts'
import type { StatementKind } from '../notes/statement.ts'
import { namesSomebody } from '../evidence/relation.ts'
import { lastDayOf } from './expiry.ts'

/** Where a line stands on the page: facts about people, and what is over behind its day, apart from the other facts. */
export function sectionFor(kind: StatementKind, text: string, day: string): SectionName {
  if (kind !== 'Fact') return kind
  if (lastDayOf(text, day) !== undefined) return 'dates'
  return namesSomebody(text) ? 'people' : 'Fact'
}
