import { FAILURE_LIMIT } from '../../model/breaker.ts'
import { isObject, type Json, type JsonObject, type Millis, type Tokens } from '../../model/json.ts'
import type { Seq } from '../../model/edit.ts'
import type { Summarize } from '../../model/summarize.ts'
import { numberOf, type MessageNumber } from '../../view/read.ts'
import type { View } from '../../view/view.ts'
import type { HandoverContext, Narrative } from '../read/context.ts'
import type { Evidence } from '../read/evidence.ts'
import { fitSections, renderSections } from '../tell/sections.ts'
import { noteChars } from '../weigh/room.ts'
import { parseSummary } from '../tell/parse.ts'
import { writeNote, type Written } from './write.ts'

export type NarrativeOptions = {
  /** Characters shown. Default: by the window, 3,000 to 10,000. */
  readonly chars?: number
  /** A model writes it at the first epoch, and again at the first one after this many new tokens. 0: at every epoch. */
  readonly everyTokens?: Tokens
  /** Never ask a model, even if there is one. */
  readonly model?: boolean
  /** Room for the model's answer, analysis included. */
  readonly maxTokens?: Tokens
  readonly timeoutMs?: Millis
  /** The model also reads what the agent thought, where that can be read. */
  readonly thinking?: boolean
}

/** A note as the log keeps it; the text is empty when none was accepted. */
type Kept = { readonly text: string; readonly grown: Tokens; readonly through: Seq }

const EVERY_TOKENS = 50_000
const MAX_TOKENS = 6000
const TIMEOUT_MS = 120_000
/** The mark under which a note for an epoch that was given up stands in the log until the next. */
export const UNUSED_NOTE = 'unused-note'

/** The note by the model when it is due, kept from the last time when it is not, none otherwise. */
export async function narrative(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
  isMemo = false,
): Promise<Narrative> {
  const { everyTokens = EVERY_TOKENS, model = true } = options
  const latest = evidence.timeline.events.findLast((event) => event.kind === 'user')?.seq ?? 0
  const told = (data: JsonObject, why: string): Narrative => {
    const { text, through } = keptOf(data)
    const shown = isMemo ? text : asOf(text, numberOf(view, through), latest > through)
    return { text: shown, through, by: 'model', why, data }
  }
  const without = (why: string, data: JsonObject = {}): Narrative => ({
    text: '',
    by: 'extractive',
    why: `told without a model${why}`,
    data,
  })
  const { summarize } = ctx
  if (!summarize || !model) return without('')
  const kept = keptNote(view)
  if (ctx.modelRests) return without(`: it failed ${FAILURE_LIMIT} times in a row and rests until asked`, { ...kept })
  if (kept && !ctx.asked && !isNoteDue(view, kept, everyTokens)) return told(kept, 'with the note written earlier')
  const early = ctx.instruction === undefined ? unusedNote(view) : undefined
  if (early) return told(early, 'with a note by the model, written earlier')
  const { note, calls, tokens, problems, state } = await asked(view, evidence, { ...ctx, summarize }, options, kept)
  const data: JsonObject = {
    ...state,
    calls,
    callTokens: tokens,
    at: ctx.now,
    problems,
    invented: note?.invented ?? [],
    unproven: note?.unproven ?? [],
  }
  return note
    ? { ...told(data, `with a note by the model (${calls} calls)`), model: 'answered' }
    : { ...without(`: ${problems.at(-1) ?? 'no answer'}`, data), model: 'failed' }
}

/** At the first epoch, and then each time enough is new. */
function isNoteDue(view: View, kept: Kept | undefined, everyTokens: Tokens): boolean {
  return !kept?.text || view.grown.tokens - kept.grown >= everyTokens
}

async function asked(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext & { readonly summarize: Summarize },
  options: NarrativeOptions,
  kept: Kept | undefined,
): Promise<Written & { readonly state: Kept }> {
  const { summarize, budget } = ctx
  const read = ctx.hasRead?.()
  const from = numberOf(view, kept?.through ?? 0)
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const maxChars = options.chars ?? noteChars(budget.window)
  const written = await writeNote(ctx, {
    summarize,
    evidence,
    events: evidence.timeline.events.filter(({ seq, kind }) => seq > from && (options.thinking || kind !== 'thought')),
    maxChars,
    maxTokens: Math.min(options.maxTokens ?? MAX_TOKENS, Math.floor(budget.window / 4)),
    previous: kept?.text,
    signal: ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout,
    known: toolNames(view),
  })
  if (!written.note) return { ...written, state: kept ?? { text: '', grown: 0, through: 0 } }
  const text = renderSections(fitSections(written.note.sections, maxChars))
  return { ...written, state: { text, grown: view.grown.tokens, through: read ?? view.head } }
}

/** The tools the agent called: a note may name them. */
function toolNames(view: View): string {
  const blocks = view.slots.flatMap((slot) => slot.message.blocks)
  return [...new Set(blocks.flatMap((block) => (block.type === 'tool-call' ? [block.tool] : [])))].join('\n')
}

/** What the last fold remembers of its note. */
function keptNote(view: View): Kept | undefined {
  for (const item of view.items.toReversed()) {
    const data = item.kind === 'fold' ? item.summary.data : undefined
    const told = isObject(data) ? data['narrative'] : undefined
    if (isObject(told)) return keptOf(told)
  }
  return undefined
}

/** A note that no epoch has used yet: the one it was for was given up. */
function unusedNote(view: View): JsonObject | undefined {
  const mark = view.marks.get(UNUSED_NOTE)
  const folded = view.items.findLast((item) => item.kind === 'fold')
  if (!mark || !isObject(mark.data) || (folded && folded.batch > mark.seq)) return undefined
  const { text, through } = keptOf(mark.data)
  // A message that was changed since: the note may tell of its old words.
  const isSame = view.slots.every((slot) => slot.seq > through || slot.since <= through)
  return text === '' || !isSame ? undefined : mark.data
}

function keptOf({ text, grown, through }: JsonObject): Kept {
  const numeric = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)
  return { text: typeof text === 'string' ? text : '', grown: numeric(grown), through: numeric(through) }
}

/**
 * A note is true for its time: what came after stands in the story. Where the user has asked for something since, what was
 * under way and next is left out, and what was wanted says when that was.
 */
function asOf(text: string, through: MessageNumber, isOvertaken: boolean): string {
  const lead = `(written by a model, as of message ${through}; the story goes on from there)\n`
  if (!isOvertaken) return lead + text
  return (
    lead +
    renderSections({ ...parseSummary(text), inProgress: [], next: [] })
      .replace('\n## Next Steps\n(none)', '')
      .replace(/^## Goal$/m, `## Goal (as of message ${through}, before the latest request)`)
      .replace(/^(### Done|### Blocked|## Key Decisions)$/gm, `$1 (as of message ${through})`)
  )
}
