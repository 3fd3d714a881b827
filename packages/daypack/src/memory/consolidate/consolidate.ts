import { reasonOf } from '../../model/errors.ts'
import { addDays, dayOf } from '../../model/day.ts'
import type { Hold, NoteStore } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { lineDiff } from '../notes/diff.ts'
import { entriesOf } from '../notes/entries.ts'
import { dayLog, dayOfLog, LONG_TERM } from '../notes/path.ts'
import { updateNote } from '../notes/update.ts'
import type { MemoryState } from '../notes/state.ts'
import type { Admit } from '../trust/ingress.ts'
import { normalForm } from '../text/normal.ts'
import { type Applied, applyEdits } from './apply.ts'
import { consumed, digestOf, markConsumed } from '../notes/cursor.ts'
import type { Candidate, MemoryEdit } from '../write/edit.ts'
import { moveWhatIsOver } from './past-note.ts'
import { candidatesOf, decide } from './decide.ts'

/** A changed log this many days back is read again. */
const LOOK_BACK_DAYS = 14

export type ConsolidateContext = {
  readonly notes: NoteStore
  readonly state: MemoryState
  readonly admit: Admit
  readonly now: () => Millis
  readonly zone: string
  readonly hold: Hold
}

export type Consolidated = {
  readonly state: 'changed' | 'unchanged' | 'nothing-due'
  readonly days: readonly string[]
  readonly edits: readonly MemoryEdit[]
  /** Lines that are not in MEMORY.md, and why. */
  readonly left: readonly Left[]
  /** Statements passed over because they came from tools or documents alone. */
  readonly untrusted: number
  readonly diff: string
}

export type Left = {
  readonly why: string
  /** The lines of day logs it is about. */
  readonly cites: readonly string[]
  readonly text: string
  readonly edit?: MemoryEdit
}

/**
 * Merge finished days into MEMORY.md: every day before today whose log has something not read yet. It reads day logs and
 * never its own output; what it replaces is kept, and `revert` brings back each change alone. Of several processes one does it,
 * and the others then find it done.
 */
export async function consolidate(context: ConsolidateContext): Promise<Consolidated> {
  return context.hold('consolidate', () => consolidateNow(context))
}

async function consolidateNow(context: ConsolidateContext): Promise<Consolidated> {
  await context.state.refresh()
  const today = dayOf(context.now(), context.zone)
  const due = await dueDays(context, today)
  const candidates = due.flatMap((each) => each.candidates)
  const untrusted = due.reduce((sum, each) => sum + each.untrusted, 0)
  const days = due.map((each) => each.day)
  const result: Consolidated = {
    state: 'nothing-due',
    days,
    edits: [],
    left: [],
    untrusted,
    diff: '',
  }
  // First, so that the merge is the newest change, and one `revert` takes it back.
  const over = await moveWhatIsOver(context.notes, today)
  const tidied = (merged: Consolidated): Consolidated => {
    const diff = [over, merged.diff].filter(Boolean).join('\n')
    return over === '' ? merged : { ...merged, state: 'changed', diff }
  }
  if (due.length === 0) return tidied(result)

  const merged =
    candidates.length === 0
      ? { state: 'unchanged' as const, edits: [], left: [], diff: '' }
      : await merge(candidates, context, today)
  const waiting = new Set(merged.left.filter(isWaiting).flatMap(({ cites }) => cites))
  for (const { day, hash, candidates: read } of due) {
    // What could not be written is not done with: its day stays due, and only for that.
    const done = read.filter(({ citation }) => !waiting.has(citation))
    const left = merged.left.filter(({ cites }) => read.some(({ citation }) => cites.includes(citation)))
    await markConsumed(context.state, {
      day,
      hash: done.length === read.length ? hash : '',
      entries: done.map(({ text }) => digestOf(normalForm(text), context.state.key)),
      state: merged.state,
      left: left.map(({ cites, why }) => ({ line: cites[0] ?? '', why })),
    })
  }
  return tidied({ ...result, ...merged })
}

type Merged = Pick<Consolidated, 'state' | 'edits' | 'left' | 'diff'>

/**
 * Decide on the lines and write what was decided. New lines go in one write; whatever takes a line's place has a write of
 * its own, so that each can be reverted alone. None waits for another, and none is refused because of another.
 */
async function merge(candidates: readonly Candidate[], context: ConsolidateContext, today: string): Promise<Merged> {
  const base = (await context.notes.read(LONG_TERM))?.text ?? ''
  const decided = decide(entriesOf(base), candidates)
  const made: Made[] = []
  const left: Left[] = decided.left.map(({ candidate, why }) => leftOf([candidate], candidate.text, why))
  for (const edits of inWrites(decided.edits)) {
    const admittedEdits = await admitted(edits, context.admit)
    for (const edit of edits) {
      const isAdmitted = admittedEdits.some(({ cites }) => cites === edit.cites)
      if (!isAdmitted) left.push({ ...leftOf(edit.cites, textOfEdit(edit), 'forgotten by the user'), edit })
    }
    made.push(await write(admittedEdits, context, today))
  }
  const done = made.flatMap((each) => each.done)
  const undone = made
    .flatMap((each) => each.left)
    .filter(({ edit }, index, all) => !done.includes(edit) && all.findLastIndex((each) => each.edit === edit) === index)
  left.push(...undone.map(({ edit, why }) => ({ ...leftOf(edit.cites, textOfEdit(edit), why), edit })))
  const diff = made.map((each) => each.diff).filter(Boolean)
  return { state: diff.length > 0 ? 'changed' : 'unchanged', edits: done, left, diff: diff.join('\n') }
}

/** In order; runs of edits that take nothing away are one write. */
function inWrites(edits: readonly MemoryEdit[]): MemoryEdit[][] {
  const writes: MemoryEdit[][] = []
  let isOpen = false
  for (const edit of edits) {
    const isTaking = edit.op === 'correct' || edit.op === 'end'
    if (isTaking || !isOpen) writes.push([edit])
    else writes.at(-1)?.push(edit)
    isOpen = !isTaking
  }
  return writes
}

function leftOf(cites: readonly Candidate[], text: string, why: string): Left {
  return { text, why, cites: cites.map(({ citation }) => citation) }
}

function textOfEdit(edit: MemoryEdit): string {
  return 'text' in edit ? edit.text : edit.entry
}

type Made = Pick<Applied, 'done' | 'left'> & { readonly diff: string }

/** Everything is decided before; here the edits meet the page as it is now. What can't be written now is tried again. */
async function write(edits: readonly MemoryEdit[], { notes }: ConsolidateContext, today: string): Promise<Made> {
  let applied: Applied = { text: '', done: [], left: [] }
  try {
    const update = await updateNote(
      notes,
      LONG_TERM,
      (text = '') => {
        applied = applyEdits(text, edits, today)
        return applied.done.length > 0 ? applied.text : undefined
      },
      `consolidate ${today}`,
    )
    const { done, left } = applied
    // What changed nothing was there already.
    return { done, left, diff: update.changed ? lineDiff(update.before ?? '', update.after) : '' }
  } catch (error) {
    return { done: [], left: edits.map((edit) => ({ edit, why: `${NOT_WRITTEN}: ${reasonOf(error)}` })), diff: '' }
  }
}

const NOT_WRITTEN = 'could not be written'

/** A reason that goes away: the line is tried again. */
function isWaiting({ why }: Left): boolean {
  return why.startsWith(NOT_WRITTEN)
}

async function admitted(edits: readonly MemoryEdit[], admit: Admit): Promise<MemoryEdit[]> {
  const result: MemoryEdit[] = []
  for (const edit of edits) {
    if (!('text' in edit)) {
      result.push(edit)
      continue
    }
    const text = await admit(edit.text, { by: 'user', from: edit.cites.flatMap((cite) => cite.source.from) })
    if (text !== undefined) result.push({ ...edit, text })
  }
  return result
}

type Due = {
  readonly day: string
  readonly hash: string
  readonly candidates: Candidate[]
  readonly untrusted: number
}

async function dueDays(context: ConsolidateContext, today: string): Promise<Due[]> {
  const { notes, state } = context
  const before = consumed(state)
  const horizon = addDays(today, -LOOK_BACK_DAYS)
  const due: Due[] = []
  for (const path of await notes.list('memory/')) {
    const day = dayOfLog(path)
    if (day === undefined || day >= today) continue
    const known = before.get(day)
    if (known !== undefined && day < horizon) continue
    const note = await notes.read(dayLog(day))
    if (note === undefined || note.hash === known?.hash) continue
    const { candidates, untrusted } = candidatesOf(day, note.text)
    const fresh = candidates.filter(({ text }) => known?.entries.has(digestOf(normalForm(text), state.key)) !== true)
    due.push({
      day,
      hash: note.hash,
      candidates: fresh,
      untrusted,
    })
  }
  return due.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
