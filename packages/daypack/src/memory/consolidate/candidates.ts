import { citation } from '../chunk/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { dayLog } from '../notes/path.ts'
import { isTrusted } from '../notes/provenance.ts'
import { normalForm } from '../text/normal.ts'
import { endedIn, labelled } from '../notes/statement.ts'
import { evidence } from '../write/evidence.ts'
import { withoutQuote } from '../write/said-to.ts'
import { isAtHand, isHabit, isMomentary, kindOfStatement } from '../write/wording.ts'
import type { Candidate } from '../write/edit.ts'
import { withoutPresent } from './worded.ts'

/** A paragraph is no statement, unless somebody has labelled it. */
const MAX_CHARS = 500

/** What a day's log offers, and how many statements were passed over because nobody trusted said them. */
export function candidatesOf(day: string, note: string): { candidates: Candidate[]; untrusted: number } {
  const path = dayLog(day)
  let untrusted = 0
  const candidates: Candidate[] = []
  for (const entry of entriesOf(note)) {
    const ended = endedIn(entry.text)
    const { kind, text } = ended === undefined ? labelled(entry.text) : { kind: 'Fact' as const, text: ended }
    if (entry.struck || (entry.text.length > MAX_CHARS && kind === undefined)) continue
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
      ...(ended !== undefined && { ends: true }),
    })
  }
  return { candidates: distinct(candidates), untrusted }
}

/** So much speaks for it that a word of the moment does not tell against it. */
const SURE = 1

/** Why a statement does not hold beyond its day, by its wording; undefined when it does. The rules promote nothing else. */
export function whyPassing({ kind, text, labelled: isLabelled }: Candidate): string | undefined {
  // All its signs and words together say more than one of them; but a wish for now is for now.
  const isSure = isLabelled && evidence(withoutQuote(text).said).sum > SURE
  if (isMomentary(isLabelled && kind === 'Fact' ? withoutPresent(text) : text) && !(isSure && kind === 'Fact'))
    return 'said for the moment'
  if (kind === 'Preference' && !isHabit(text)) {
    if (!isLabelled) return 'no habit'
    return isAtHand(text) && !isSure ? 'an order about something at hand' : undefined
  }
  if (kind === 'Lesson' && !isLabelled) return 'a passing remark'
  return isLabelled || kindOfStatement(text) !== undefined ? undefined : 'a passing remark'
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
