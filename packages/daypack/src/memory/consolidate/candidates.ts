import { citation } from '../chunk/citation.ts'
import { entriesOf } from '../notes/entries.ts'
import { dayLog } from '../notes/path.ts'
import { isTrusted } from '../trust/provenance.ts'
import { normalForm } from '../trust/terms.ts'
import { USER_PATTERNS } from '../write/extract.ts'
import { labelled } from '../write/item.ts'
import type { Candidate } from './edit.ts'

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
      kind: kind ?? kindOf(text) ?? 'Fact',
      labelled: kind !== undefined,
      text,
      day,
      citation: citation(path, entry.startLine, entry.endLine),
      source: entry.source,
    })
  }
  return { candidates: distinct(candidates), untrusted }
}

/** A statement a person wrote without a label: lasting when its wording is. */
function kindOf(text: string): Candidate['kind'] | undefined {
  return USER_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Whether a statement holds beyond its day, by its wording. The rules promote nothing else. */
export function isLasting(candidate: Candidate): boolean {
  const { kind, text } = candidate
  if (kind === 'Lesson' || MOMENTARY.test(text)) return false
  if (kind === 'Preference') return HABIT.test(text)
  return candidate.labelled || kindOf(text) !== undefined
}

/** `Don't touch that file` is for now; `never touch that file` is a preference. */
const HABIT =
  /\b(?:always|never|prefers?|preferred|likes?|loves?|hates?|dislikes?|favou?rite|usually|rather|from now on|going forward|instead of|every|all|any|use \S+,? not)\b|喜欢|偏好|偏爱|习惯|讨厌|始终|总是|一律|务必|以后|今后|每次|都/i
const MOMENTARY =
  /\b(?:today|tonight|right now|for now|this time|just now|at the moment|currently|yesterday|tomorrow|this (?:morning|afternoon|evening|week)|temporarily)\b|今天|现在|这次|暂时|刚才|明天|昨天|目前/i

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return candidates.filter(({ text }) => {
    const key = normalForm(text)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
