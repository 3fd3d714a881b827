import { citation } from '../chunk/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { dayLog } from '../notes/path.ts'
import { isTrusted } from '../notes/provenance.ts'
import { normalForm } from '../trust/terms.ts'
import { labelled } from '../notes/item.ts'
import { isHabit, isMomentary, kindOfStatement } from '../write/wording/index.ts'
import type { Candidate } from '../write/edit.ts'

const MAX_CHARS = 500

/** What a day's log offers, and how many statements were passed over because nobody trusted said them. */
export function candidatesOf(day: string, note: string): { candidates: Candidate[]; untrusted: number } {
  const path = dayLog(day)
  let untrusted = 0
  const candidates: Candidate[] = []
  for (const entry of entriesOf(note)) {
    if (entry.struck || entry.text.length > MAX_CHARS) continue
    const { kind, text } = labelled(entry.text)
    if (!isTrusted(entry.source.by)) {
      untrusted++
      continue
    }
    candidates.push({
      kind: kind ?? kindOfStatement(text) ?? 'Fact',
      labelled: kind !== undefined,
      text,
      day,
      citation: citation(path, entry.startLine, entry.endLine),
      source: entry.source,
    })
  }
  return { candidates: distinct(candidates), untrusted }
}

/** Whether a statement holds beyond its day, by its wording. The rules promote nothing else. */
export function isLasting(candidate: Candidate): boolean {
  const { kind, text } = candidate
  if (kind === 'Lesson' || isMomentary(text)) return false
  if (kind === 'Preference') return isHabit(text)
  return candidate.labelled || kindOfStatement(text) !== undefined
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return candidates.filter(({ text }) => {
    const key = normalForm(text)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
