import { reasonOf } from '../../model/errors.ts'
import { addDays, dayOf } from '../../model/day.ts'
import type { Hold, NoteStore } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import type { Summarize } from '../../passes/pass.ts'
import { lineDiff } from '../notes/diff.ts'
import { entriesOf } from '../notes/entries.ts'
import type { StatementKind } from '../notes/statement.ts'
import { dayLog, dayOfLog, LONG_TERM } from '../notes/path.ts'
import { updateNote } from '../notes/update.ts'
import type { MemoryState } from '../notes/state.ts'
import type { Admit } from '../trust/ingress.ts'
import { normalForm } from '../trust/terms.ts'
import { type Applied, applyEdits, FULL } from './apply.ts'
import { askForEdits, type MergeProposal } from './ask.ts'
import { candidatesOf, whyPassing } from './candidates.ts'
import { consumed, digestOf, markConsumed } from './cursor.ts'
import type { Candidate, MemoryEdit } from '../write/edit.ts'
import { lossOf } from './guard.ts'
import { moveWhatIsOver } from './past-note.ts'
import { decideByRules } from './rules.ts'
import { overflow, pointing, ROOM_TO_POINT, type Topic, topicsOf } from './topics.ts'

export type ConsolidateOptions = {
  /** MEMORY.md does not grow beyond this, nor does a note of `memory/topics/`, which takes the rest; default 24,000. */
  readonly maxBytes?: number
  /** A changed log this many days back is read again; default 14. */
  readonly lookBackDays?: number
}

export type ConsolidateContext = {
  readonly notes: NoteStore
  readonly state: MemoryState
  readonly admit: Admit
  readonly now: () => Millis
  readonly zone: string
  readonly hold: Hold
  readonly summarize?: Summarize
  readonly options?: ConsolidateOptions
  readonly signal?: AbortSignal
}

export type Consolidated = {
  readonly state: 'changed' | 'unchanged' | 'refused' | 'nothing-due'
  readonly days: readonly string[]
  readonly by: 'model' | 'rules'
  readonly edits: readonly MemoryEdit[]
  /** Statements that are not in MEMORY.md, and why: edits that could not be made, and labelled lines nobody took up. */
  readonly left: readonly Left[]
  /** Edits of a model that say more than the lines they cite: not made. */
  readonly refused: number
  /** Statements passed over because they came from tools or documents alone. */
  readonly untrusted: number
  readonly diff: string
  readonly why?: string
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
 * never its own output; the text it replaces is kept and one `revert` brings it back. Of several processes one does it,
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
    by: 'rules',
    edits: [],
    left: [],
    refused: 0,
    untrusted,
    diff: '',
  }
  // First, so that the merge is the newest change, and one `revert` takes it back.
  const over = await moveWhatIsOver(context.notes, today, context.options?.maxBytes ?? MAX_BYTES)
  const tidied = (merged: Consolidated): Consolidated => {
    const diff = [over.diff, merged.diff].filter(Boolean).join('\n')
    return over.moved === 0 ? merged : { ...merged, state: merged.state === 'refused' ? 'refused' : 'changed', diff }
  }
  if (due.length === 0) return tidied(result)

  const merged =
    candidates.length === 0 ? { ...result, state: 'unchanged' as const } : await merge(candidates, context, today)
  const waiting = merged.left.flatMap(({ edit, why }) =>
    edit !== undefined && 'text' in edit && why === FULL ? edit.cites.map(({ text }) => text) : [],
  )
  for (const { day, hash, candidates: read } of due) {
    // What found no room is not done with: its day stays due, and only for that.
    const done = read.filter(({ text }) => !waiting.includes(text))
    await markConsumed(context.state, {
      day,
      hash: done.length === read.length ? hash : '',
      entries: done.map(({ text }) => digestOf(normalForm(text), context.state.key)),
      state: merged.state,
      refused: day === days.at(-1) ? merged.refused : 0,
    })
  }
  return tidied({ ...result, ...merged })
}

const MAX_BYTES = 24_000

type Merged = Pick<Consolidated, 'state' | 'by' | 'edits' | 'left' | 'refused' | 'diff' | 'why'>

/** A model's proposal first, if there is one; what it may not do, the rules may. */
async function merge(candidates: readonly Candidate[], context: ConsolidateContext, today: string): Promise<Merged> {
  const base = (await context.notes.read(LONG_TERM))?.text ?? ''
  const topics = await topicsOf(context.notes)
  const entries = [...entriesOf(base), ...topics.flatMap((topic) => topic.entries)]
  const asked = await proposed(entriesOf(base), candidates, context)
  const refused = asked.refused?.length ?? 0
  if (asked.edits !== undefined) {
    // A line the model made too much of is still true: the rules decide on it.
    const taken = new Set(asked.edits.flatMap(({ cites }) => cites))
    const again = candidates.filter(
      (each) => asked.refused?.some(({ cites }) => cites.includes(each)) && !taken.has(each),
    )
    const rest = await admitted(decideByRules(entries, again), context.admit)
    const made = await write([...asked.edits, ...rest], context, today, topics)
    const left = withUnused(made, candidates, (each) =>
      again.includes(each) ? whyPassing(each) : 'not taken up by the model',
    )
    if (made.state !== 'refused') return { ...made, left, refused, by: 'model' }
    asked.why = made.why
  }
  const decided = await admitted(decideByRules(entries, candidates), context.admit)
  const made = await write(decided, context, today, topics)
  const why = made.why ?? asked.why
  const left = withUnused(made, candidates, whyPassing)
  return { ...made, left, refused, by: 'rules', ...(why === undefined ? {} : { why }) }
}

/** Labelled lines that no edit rests on, each with the reason. */
function withUnused(
  { edits, left }: Pick<Merged, 'edits' | 'left'>,
  candidates: readonly Candidate[],
  why: (candidate: Candidate) => string | undefined,
): Left[] {
  const used = new Set([
    ...edits.flatMap(({ cites }) => cites.map((cite) => cite.citation)),
    ...left.flatMap(({ cites }) => cites),
  ])
  const unused = candidates.filter((each) => each.labelled && !used.has(each.citation))
  return [
    ...left,
    ...unused.map((each) => ({
      text: each.text,
      cites: [each.citation],
      why: why(each) ?? 'struck or forgotten before',
    })),
  ]
}

async function proposed(
  entries: ReturnType<typeof entriesOf>,
  candidates: readonly Candidate[],
  context: ConsolidateContext,
): Promise<Partial<MergeProposal> & { why?: string | undefined }> {
  if (context.summarize === undefined) return {}
  try {
    const proposal = await askForEdits(entries, candidates, context.summarize, context.signal)
    if (proposal === undefined) return { why: 'the model gave no usable answer' }
    return { edits: await admitted(proposal.edits, context.admit), refused: proposal.refused }
  } catch (error) {
    return { why: `the model failed: ${reasonOf(error)}` }
  }
}

/** Everything is decided before; here the edits meet the texts as they are now, each note in one write or not at all. */
async function write(
  edits: readonly MemoryEdit[],
  context: ConsolidateContext,
  today: string,
  topics: readonly Topic[],
): Promise<Omit<Merged, 'by' | 'refused'>> {
  const maxBytes = context.options?.maxBytes ?? MAX_BYTES
  const placeOf = (edit: MemoryEdit): string =>
    topics.find(({ entries }) => 'entry' in edit && entries.some(({ text }) => text === edit.entry))?.path ?? LONG_TERM
  const byPlace = Map.groupBy(edits, placeOf)
  const made: Made[] = [
    await writeTo(LONG_TERM, byPlace.get(LONG_TERM) ?? [], context, today, maxBytes - ROOM_TO_POINT),
  ]
  const [first] = made
  if (first?.refusal !== undefined) return { state: 'refused', edits: [], left: [], diff: '', why: first.refusal }
  for (const [path, own] of byPlace)
    if (path !== LONG_TERM) made.push(await writeTo(path, own, context, today, maxBytes))
  const homeless =
    first?.left.filter(({ edit, why }) => why === FULL && edit.op === 'add').map(({ edit }) => edit) ?? []
  for (const { path, adds, kind } of overflow(homeless, topics)) {
    made.push(await writeTo(path, adds, context, today, maxBytes, kind))
    await updateNote(context.notes, LONG_TERM, (text) => pointing(text, maxBytes), `consolidate ${today}`)
  }
  const done = made.flatMap((each) => each.done)
  const left = made
    .flatMap((each) => each.left)
    .filter(({ edit }, index, all) => !done.includes(edit) && all.findLastIndex((each) => each.edit === edit) === index)
    .map(({ edit, why }) => ({
      ...{ why, edit, text: 'text' in edit ? edit.text : edit.entry },
      cites: edit.cites.map(({ citation }) => citation),
    }))
  const diff = made.map((each) => each.diff).filter(Boolean)
  return { state: diff.length > 0 ? 'changed' : 'unchanged', edits: done, left, diff: diff.join('\n') }
}

type Made = Pick<Applied, 'done' | 'left'> & { readonly diff: string; readonly refusal?: string }

async function writeTo(
  path: string,
  edits: readonly MemoryEdit[],
  { notes }: ConsolidateContext,
  today: string,
  maxBytes: number,
  kind?: StatementKind,
): Promise<Made> {
  let applied: Applied = { text: '', done: [], left: [] }
  let refusal: string | undefined
  const update = await updateNote(
    notes,
    path,
    (text = '') => {
      applied = applyEdits(text, edits, { today, maxBytes, ...(kind !== undefined && { kind }) })
      refusal = lossOf(text, applied.text)
      return refusal === undefined && applied.done.length > 0 ? applied.text : undefined
    },
    `consolidate ${today}`,
  )
  if (refusal !== undefined)
    return { done: [], left: edits.map((edit) => ({ edit, why: refusal ?? '' })), diff: '', refusal }
  const { done, left } = applied
  if (!update.changed) return { done: [], left, diff: '' }
  return { done, left, diff: lineDiff(update.before ?? '', update.after) }
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
  const { notes, state, options } = context
  const before = consumed(state)
  const horizon = addDays(today, -(options?.lookBackDays ?? 14))
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
