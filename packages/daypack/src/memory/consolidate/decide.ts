import { citation } from '../notes/citation.ts'
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
import { worded } from '../write/line.ts'
import { score } from '../write/score.ts'

/** A paragraph is no statement, unless somebody has labelled it. */
const MAX_CHARS = 500
/** So much speaks for it that a word of the moment does not tell against it. */
const SURE = 1
/** Statements alike in so many of their words are the same. */
const SAME = 0.8
/** And in so many, they speak of the same. */
const SUBJECT = 1 / 3

/** What a day's log offers, and how many statements were passed over because nobody trusted said them. */
export function candidatesOf(day: string, note: string): { candidates: Candidate[]; untrusted: number } {
  let untrusted = 0
  const candidates = new Map<string, Candidate>()
  for (const entry of entriesOf(note)) {
    const { text: whole, source, struck, startLine, endLine } = entry
    const ended = endedIn(whole)
    const { kind, text } = ended === undefined ? labelled(whole) : { kind: 'Fact' as const, text: ended }
    if (struck || (whole.length > MAX_CHARS && kind === undefined)) continue
    const where = citation(dayLog(day), startLine, endLine)
    // A model may end and change on one day what it wrote on that day.
    const key = source.writer === 'model' ? where : normalForm(text)
    if (!isTrusted(source.by)) untrusted++
    else if (!candidates.has(key))
      candidates.set(key, {
        kind: kind ?? score(text).kind,
        labelled: kind !== undefined,
        text,
        day,
        citation: where,
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

/** Decide line by line. What a model wrote is done as it says, by id; a line of the rules is only added, and strikes nothing. */
export function decide(entries: readonly NoteEntry[], candidates: readonly Candidate[]): Decided {
  const edits: MemoryEdit[] = []
  const left: { candidate: Candidate; why: string }[] = []
  const live = new Map(entries.flatMap(({ text, struck }) => (struck ? [] : [[lineId(text), text] as const])))
  const struck = new Map(
    entries.flatMap((entry) => (entry.struck ? [[normalForm(entry.text), lastDay(entry.source)] as const] : [])),
  )
  for (const candidate of candidates) {
    // Said anew on a later day, it holds again.
    const until = struck.get(normalForm(candidate.text))
    const edit =
      until !== undefined && candidate.day <= until && !candidate.ends
        ? `no longer true since ${until}`
        : candidate.source.writer === 'model' || candidate.source.replaces !== undefined
          ? byModel(candidate, live)
          : byRules(candidate, [...live.values()])
    if (typeof edit === 'string') {
      left.push({ candidate, why: edit })
      continue
    }
    edits.push(edit)
    if (edit.op === 'correct' || edit.op === 'end')
      for (const [id, text] of live) if (text === edit.entry) live.delete(id)
    // A later line may name it as the log has it.
    if ('text' in edit) live.set(lineId(candidate.text), edit.text)
  }
  return { edits, left }
}

/** What a model, or a person through the tools, said to do; what it names may be gone meanwhile. */
function byModel(candidate: Candidate, live: ReadonlyMap<string, string>): MemoryEdit | string {
  const { text, source, kind } = candidate
  const cites = [candidate]
  const named = source.replaces === undefined ? undefined : live.get(source.replaces)
  if (candidate.ends)
    return named === undefined ? 'what it ends is not there any more' : { op: 'end', entry: named, cites }
  if (named !== undefined) return { op: 'correct', entry: named, kind, text, cites }
  const same = live.get(lineId(text))
  return same === undefined ? { op: 'add', kind, text, cites } : { op: 'corroborate', entry: same, cites }
}

/** The edit a line of the rules makes, or why it makes none. Where an older line speaks of the same, both stay, dated. */
function byRules(candidate: Candidate, live: readonly string[]): MemoryEdit | string {
  const { text, source, kind } = candidate
  const cites = [candidate]
  const same = live.find((line) => isSame(line, text))
  if (same !== undefined) return { op: 'corroborate', entry: same, cites }
  const passing = whyPassing(candidate)
  if (passing !== undefined) return passing
  // What a person wrote into the log stays as they wrote it.
  const line = source.from.length > 0 ? worded(text) : text
  const terms = contentTerms(line)
  const isNewer = live.some((each) => likeness(contentTerms(each), terms) >= SUBJECT)
  return { op: 'add', kind, text: line, cites, ...(isNewer && { isNewer }) }
}

/** Why a statement does not hold beyond its day; undefined when it does. */
function whyPassing({ kind, text, labelled: isLabelled }: Candidate): string | undefined {
  const { sum, signs } = score(text)
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
