import { citation } from '../chunk/citation.ts'
import { entriesOf, type NoteEntry } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { lineId } from '../notes/lines.ts'
import { dayLog } from '../notes/path.ts'
import { isTrusted } from '../notes/provenance.ts'
import { endedIn, labelled } from '../notes/statement.ts'
import { normalForm } from '../text/normal.ts'
import { contentTerms, likeness } from '../trust/terms.ts'
import type { Candidate, MemoryEdit } from '../write/edit.ts'
import { LEAST } from '../write/extract.ts'
import { withoutQuote, worded } from '../write/line.ts'
import { replaces } from '../write/replaces.ts'
import { score } from '../write/score.ts'

/** A paragraph is no statement, unless somebody has labelled it. */
const MAX_CHARS = 500
/** So much speaks for it that a word of the moment does not tell against it. */
const SURE = 1
/** Statements alike in so many of their words are the same. */
const SAME = 0.8

/** What a day's log offers, and how many statements were passed over because nobody trusted said them. */
export function candidatesOf(day: string, note: string): { candidates: Candidate[]; untrusted: number } {
  let untrusted = 0
  const candidates = new Map<string, Candidate>()
  for (const entry of entriesOf(note)) {
    const { text: whole, source, struck, startLine, endLine } = entry
    const ended = endedIn(whole)
    const { kind, text } = ended === undefined ? labelled(whole) : { kind: 'Fact' as const, text: ended }
    if (struck || (whole.length > MAX_CHARS && kind === undefined)) continue
    const key = normalForm(text)
    if (!isTrusted(source.by)) untrusted++
    else if (!candidates.has(key))
      candidates.set(key, {
        kind: kind ?? score(text).kind,
        labelled: kind !== undefined,
        text,
        day,
        citation: citation(dayLog(day), startLine, endLine),
        source,
        ...(ended !== undefined && { ends: true }),
      })
  }
  return { candidates: [...candidates.values()], untrusted }
}

export type Decided = {
  readonly edits: readonly MemoryEdit[]
  readonly left: readonly { readonly candidate: Candidate; readonly why: string }[]
}

/** Decide line by line: known statements are corroborated, replaced ones struck where that is sure, all others added. */
export function decide(entries: readonly NoteEntry[], candidates: readonly Candidate[]): Decided {
  const edits: MemoryEdit[] = []
  const left: { candidate: Candidate; why: string }[] = []
  let live = entries.flatMap(({ text, struck }) => (struck ? [] : text))
  const struck = new Map(
    entries.flatMap((entry) => (entry.struck ? [[normalForm(entry.text), lastDay(entry.source)] as const] : [])),
  )
  for (const candidate of candidates) {
    // Said anew on a later day, it holds again.
    const until = struck.get(normalForm(candidate.text))
    const edit =
      until !== undefined && candidate.day <= until ? `no longer true since ${until}` : editFor(candidate, live)
    if (typeof edit === 'string') {
      left.push({ candidate, why: edit })
      continue
    }
    edits.push(edit)
    if (edit.op === 'correct' || edit.op === 'end') live = live.filter((text) => text !== edit.entry)
    if ('text' in edit) live.push(edit.text)
  }
  return { edits, left }
}

/** The edit a statement makes, or why it makes none. */
function editFor(candidate: Candidate, live: readonly string[]): MemoryEdit | string {
  const { text, source, kind } = candidate
  const cites = [candidate]
  // Whoever wrote the line has said which one it replaces.
  const named = source.replaces === undefined ? undefined : live.find((line) => lineId(line) === source.replaces)
  if (named !== undefined)
    return candidate.ends ? { op: 'end', entry: named, cites } : { op: 'correct', entry: named, text, cites }
  if (candidate.ends) return 'what it ends is not there any more'
  const byText = new Map(live.map((line) => [labelled(line).text, line]))
  const old = byText.get(replaces(withoutQuote(text).said, [...byText.keys()]) ?? '')
  const same = old === undefined ? live.find((line) => isSame(line, text)) : undefined
  if (same !== undefined) return { op: 'corroborate', entry: same, cites }
  const passing = whyPassing(candidate)
  if (passing !== undefined) return passing
  // What a person wrote into the log stays as they wrote it.
  const line = source.from.length > 0 ? worded(text) : text
  return old === undefined ? { op: 'add', kind, text: line, cites } : { op: 'correct', entry: old, text: line, cites }
}

/** Why a statement does not hold beyond its day; undefined when it does. */
function whyPassing({ kind, text, labelled: isLabelled }: Candidate): string | undefined {
  const { sum, signs } = score(withoutQuote(text).said)
  if (signs.has('momentary') && (kind === 'Preference' || sum <= SURE)) return 'said for the moment'
  if (kind === 'Preference' && signs.has('atHand') && sum <= SURE) return 'an order about something at hand'
  return isLabelled || sum > LEAST ? undefined : 'a passing remark'
}

/** The same statement in nearly the same words; a number or a name apart makes it another. */
function isSame(text: string, said: string): boolean {
  if (normalForm(text) === normalForm(said)) return true
  const [one, other] = [contentTerms(said), contentTerms(text)]
  const exact = (each: string): string => (each.match(/\p{N}+|(?<=\s)\p{Lu}\p{L}+/gu) ?? []).toSorted().join(' ')
  return one.size > 3 && likeness(one, other) >= SAME && exact(text) === exact(said)
}
