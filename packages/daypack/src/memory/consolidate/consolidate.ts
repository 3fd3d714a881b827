import { reasonOf } from '../../model/errors.ts'
import { addDays, dayOf } from '../../model/day.ts'
import type { Hold, NoteStore } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { lineDiff } from '../notes/diff.ts'
import { entriesOf } from '../notes/entries.ts'
import { lastDay } from '../notes/last-day.ts'
import { withInstead } from '../notes/page.ts'
import { dayLog, dayOfLog, LONG_TERM } from '../notes/path.ts'
import { updateNote } from '../notes/update.ts'
import type { MemoryState } from '../notes/state.ts'
import type { Admit } from '../trust/tombstones.ts'
import { normalForm } from '../text/normal.ts'
import { consumed, digestOf } from '../notes/cursor.ts'
import { isOver } from '../write/expiry.ts'
import { kindOf } from '../write/score.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { mergeLine, type Names } from './merge.ts'

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
  /** Lines that are not in MEMORY.md, and why. */
  readonly left: readonly Left[]
  /** Statements passed over because they came from tools or documents alone. */
  readonly untrusted: number
  readonly diff: string
}

/** `line`: where it stands in a day's log. */
export type Left = { readonly line: string; readonly text: string; readonly why: string }

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
  const untrusted = due.reduce((sum, each) => sum + each.untrusted, 0)
  // First, so that the merge is the newest change, and one `revert` takes it back.
  const over = await takeOutWhatIsOver(context.notes, today)
  const merged = await merge(
    due.flatMap((each) => each.candidates),
    context,
    today,
  )
  const state = merged.diff === '' ? ('unchanged' as const) : ('changed' as const)
  for (const { day, hash, candidates } of due) {
    const left = merged.left.filter(({ line }) => candidates.some(({ citation }) => citation === line))
    // What could not be written is not done with: its day stays due, and only for that.
    const waiting = new Set(left.filter(({ why }) => why.startsWith(NOT_WRITTEN)).map(({ line }) => line))
    await context.state.add('consolidated', {
      day,
      hash: waiting.size === 0 ? hash : '',
      entries: candidates
        .filter(({ citation }) => !waiting.has(citation))
        .map(({ text }) => digestOf(normalForm(text), context.state.key)),
      state,
      left: left.map(({ line, why }) => ({ line, why })),
    })
  }
  const diff = [over, merged.diff].filter(Boolean).join('\n')
  const days = due.map((each) => each.day)
  return {
    state: diff !== '' ? 'changed' : due.length === 0 ? 'nothing-due' : state,
    days,
    left: merged.left,
    untrusted,
    diff,
  }
}

/**
 * Merge line by line. New lines go in one write; whatever takes a line's place has a write of its own, so that each can be
 * reverted alone. None waits for another, and none is refused because of another.
 */
async function merge(
  candidates: readonly Candidate[],
  { notes, admit }: ConsolidateContext,
  today: string,
): Promise<Pick<Consolidated, 'left' | 'diff'>> {
  const left: Left[] = []
  const diffs: string[] = []
  const names: Names = new Map()
  for (const lines of inWrites(candidates)) {
    const admitted: Candidate[] = []
    for (const line of lines) {
      const text = line.ends ? line.text : await admit(line.text, { by: 'user', from: line.source.from })
      if (text === undefined) left.push({ line: line.citation, text: line.text, why: 'forgotten by the user' })
      else admitted.push({ ...line, text })
    }
    let refused: Left[] = []
    const change = (before = ''): string => {
      refused = []
      return admitted.reduce((page, line) => {
        const made = mergeLine(page, line, names)
        if ('text' in made) return made.text
        refused.push({ line: line.citation, text: line.text, why: made.why })
        return page
      }, before)
    }
    try {
      const { changed, before = '', after } = await updateNote(notes, LONG_TERM, change, `consolidate ${today}`)
      if (changed) diffs.push(lineDiff(before, after))
      left.push(...refused)
    } catch (error) {
      const why = `${NOT_WRITTEN}: ${reasonOf(error)}`
      left.push(...admitted.map(({ citation, text }) => ({ line: citation, text, why })))
    }
  }
  return { left, diff: diffs.join('\n') }
}

/** A reason that goes away: the line is tried again. */
const NOT_WRITTEN = 'could not be written'

/** In order; runs of lines that take nothing away are one write. */
function inWrites(lines: readonly Candidate[]): Candidate[][] {
  const writes: Candidate[][] = []
  let isOpen = false
  for (const line of lines) {
    const isTaking = line.source.replaces !== undefined
    if (isTaking || !isOpen) writes.push([line])
    else writes.at(-1)?.push(line)
    isOpen = !isTaking
  }
  return writes
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
    due.push({ day, hash: note.hash, candidates: fresh, untrusted })
  }
  return due.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** For so long a line that no longer holds stands at the end of the page. */
const SHOWN_DAYS = 30

/**
 * Appointments whose day is behind us leave the page, and after a month what no longer holds; the logs of their days still have
 * them. Lines without a source are a person's own and stay; so do those of a model, which ends them itself.
 */
async function takeOutWhatIsOver(notes: NoteStore, today: string): Promise<string> {
  const without = (page: string | undefined): string | undefined =>
    entriesOf(page ?? '')
      .toReversed()
      .filter(({ source, struck, asOf, text }) => {
        if (source.from.length === 0) return false
        const day = lastDay(source)
        if (struck && day !== '' && day < addDays(today, -SHOWN_DAYS)) return true
        const isAppointment = (struck || source.writer === undefined) && kindOf(text) === 'Fact'
        return isAppointment && isOver(text, asOf ?? day, today)
      })
      .reduce((rest, entry) => rest && withInstead(rest, entry, []), page)
  const { before = '', after } = await updateNote(notes, LONG_TERM, without, `over by ${today}`)
  return lineDiff(before, after)
}
