import type { NoteEntry } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { lineId } from '../notes/lines.ts'
import { labelled } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { contentTerms, likeness } from '../trust/terms.ts'
import type { Candidate, MemoryEdit } from '../write/edit.ts'
import { replaces } from '../write/replaces.ts'
import { withoutQuote } from '../write/said-to.ts'
import { whyPassing } from './candidates.ts'
import { kindOnPage, worded } from './worded.ts'

const SAME = 0.8

/** Decide line by line: known statements are corroborated, replaced ones struck where that is sure, all others added. */
export function decideByRules(
  entries: readonly NoteEntry[],
  candidates: readonly Candidate[],
): { edits: MemoryEdit[]; left: { candidate: Candidate; why: string }[] } {
  const edits: MemoryEdit[] = []
  const left: { candidate: Candidate; why: string }[] = []
  let known: Known[] = entries.map(({ text, struck, source }) => ({
    text,
    struck,
    ...(struck && { until: lastDay(source) }),
  }))
  for (const candidate of candidates) {
    const edit = decide(known, candidate)
    if (typeof edit === 'string') {
      left.push({ candidate, why: edit })
      continue
    }
    edits.push(edit)
    if ('entry' in edit && edit.op !== 'corroborate') known = known.filter(({ text }) => text !== edit.entry)
    if ('text' in edit) known.push({ text: edit.text, struck: false })
  }
  return { edits, left }
}

type Known = { readonly text: string; readonly struck: boolean; readonly until?: string }

function decide(known: readonly Known[], candidate: Candidate): MemoryEdit | string {
  const cites = [candidate]
  // What a person wrote into the log stays as they wrote it.
  const isOurs = candidate.source.from.length > 0
  const line = isOurs ? worded(candidate.text) : candidate.text
  const key = normalForm(candidate.text)
  // Said anew on a later day, it holds again.
  const struck = known.find(
    ({ text, struck: isStruck, until = '' }) => isStruck && normalForm(text) === key && candidate.day <= until,
  )
  if (struck !== undefined) return `no longer true since ${struck.until}`
  const live = known.filter(({ struck: isStruck }) => !isStruck)
  // Whoever wrote the line has said which one it replaces.
  const { replaces: id } = candidate.source
  if (id !== undefined) {
    const old = live.find(({ text }) => lineId(text) === id)
    if (candidate.ends)
      return old === undefined ? 'what it ends is not there any more' : { op: 'end', entry: old.text, cites }
    if (old !== undefined) return { op: 'correct', entry: old.text, text: candidate.text, cites }
  }
  const byText = new Map(live.map(({ text }) => [labelled(text).text, text]))
  const found = replaces(withoutQuote(candidate.text).said, [...byText.keys()])
  const old = found === undefined ? undefined : byText.get(found)
  if (old === undefined) {
    const same = live.find(({ text }) => isSame(text, candidate.text))
    if (same !== undefined) return { op: 'corroborate', entry: same.text, cites }
  }
  const passing = whyPassing(candidate)
  if (old !== undefined && passing === undefined) return { op: 'correct', entry: old, text: line, cites }
  if (passing !== undefined) return passing
  return { op: 'add', kind: isOurs ? kindOnPage(candidate.kind, line) : candidate.kind, text: line, cites }
}

/** The same statement in nearly the same words; a number or a name apart makes it another. */
function isSame(text: string, said: string): boolean {
  if (normalForm(text) === normalForm(said)) return true
  const [one, other] = [contentTerms(said), contentTerms(text)]
  const exact = (each: string): string => (each.match(/\p{N}+|(?<=\s)\p{Lu}\p{L}+/gu) ?? []).toSorted().join(' ')
  return one.size > 3 && likeness(one, other) >= SAME && exact(text) === exact(said)
}
