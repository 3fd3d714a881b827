import { citation } from '../notes/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { dayLog } from '../notes/path.ts'
import { isTrusted, type Source } from '../notes/provenance.ts'
import { endedIn, labelled, type StatementKind } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { kindOf } from '../write/score.ts'

/** A statement of a day's log that may enter MEMORY.md. */
export type Candidate = {
  readonly kind: StatementKind
  /** Somebody has said what kind it is, rather than its wording alone. */
  readonly labelled: boolean
  readonly text: string
  readonly day: string
  /** `memory/2026-11-14.md#L3-L5` */
  readonly citation: string
  readonly source: Source
  /** It only says that the line it replaces no longer holds. */
  readonly ends?: true
}

/** A paragraph is no statement, unless somebody has labelled it. */
const MAX_CHARS = 500

/** What a day's log offers, and how many statements were passed over because nobody trusted said them. */
export function candidatesOf(day: string, note: string): { candidates: Candidate[]; untrusted: number } {
  let untrusted = 0
  const candidates = new Map<string, Candidate>()
  for (const { text: whole, source, struck, startLine, endLine } of entriesOf(note)) {
    const ended = endedIn(whole)
    const { kind, text } = ended === undefined ? labelled(whole) : { kind: 'Fact' as const, text: ended }
    if (struck || (whole.length > MAX_CHARS && kind === undefined)) continue
    const where = citation(dayLog(day), startLine, endLine)
    // A model may end and change on one day what it wrote on that day.
    const key = source.writer === 'model' ? where : normalForm(text)
    const base = { text, day, citation: where, source, ...(ended !== undefined && { ends: true as const }) }
    if (!isTrusted(source.by)) untrusted++
    else if (!candidates.has(key))
      candidates.set(key, { ...base, kind: kind ?? kindOf(text), labelled: kind !== undefined })
  }
  return { candidates: [...candidates.values()], untrusted }
}
