import { isStored } from '../../model/message.ts'
import type { Json, JsonObject, Millis, Tokens } from '../../model/json.ts'
import type { Seq } from '../../model/edit.ts'
import { numberOf } from '../../view/read.ts'
import type { View } from '../../view/view.ts'
import type { HandoverContext, Narrative } from '../read/context.ts'
import type { Evidence } from '../read/evidence.ts'
import { asOf } from './as-of.ts'
import { narrate, type Narrated } from './narrate.ts'
import { noteChars } from '../weigh/room.ts'
import { fitSections, renderSections } from '../tell/sections.ts'
import { records } from './transcript.ts'
import { FAILURE_LIMIT } from '../../model/breaker.ts'

export type NarrativeOptions = {
  /** Characters shown. Default: by the window, 3,000 to 10,000. */
  readonly chars?: number
  /** A model writes it at the first epoch, and again at the first one after so many new tokens. 0: at every epoch. */
  readonly everyTokens?: Tokens
  /** Never ask a model, even if there is one. */
  readonly model?: boolean
  /** Room for the model's answer, analysis included. */
  readonly maxTokens?: Tokens
  readonly timeoutMs?: Millis
  /** The model also reads what the agent thought, where that can be read. */
  readonly thinking?: boolean
  readonly onProgress?: (part: { readonly index: number; readonly of: number }) => void
}

/** An answer, and the last message its model had read. */
type Asked = Narrated & { readonly through: Seq }

type Kept = { readonly text: string; readonly grown: Tokens; readonly through: Seq }

const EVERY_TOKENS = 50_000
const MAX_TOKENS = 6000
const TIMEOUT_MS = 120_000
/** Calls for one note: parts of a long history, and second tries. */
const MAX_CALLS = 12
/** A note is written ahead from this share of the usual distance on. */
const AHEAD_SHARE = 0.9
/** The mark under which a note written ahead stands in the log until its epoch. */
export const NOTE_AHEAD = 'note-ahead'

/** Have the model write its note now, if the next epoch would ask for one; the log keeps it until then. */
export async function narrateAhead(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
): Promise<JsonObject | 'failed' | undefined> {
  const kept = keptNote(view)
  const due = isDue(view, kept, (options.everyTokens ?? EVERY_TOKENS) * AHEAD_SHARE)
  if (!ctx.summarize || options.model === false || !due || ctx.modelRests || noteAhead(view)) return undefined
  const answer = await ask(view, evidence, ctx, options, kept)
  if (!answer.sections) return 'failed'
  return dataOf(
    renderSections(fitSections(answer.sections, options.chars ?? noteChars(ctx.budget.window))),
    view,
    answer,
    ctx.now,
  )
}

/** At the first epoch, and then each time enough is new. */
function isDue(view: View, kept: Kept | undefined, everyTokens: Tokens): boolean {
  return !kept?.text || view.grown.tokens - kept.grown >= everyTokens
}

/** The note by the model when it is due, kept from the last time when it is not, none otherwise. */
export async function narrative(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
  isMemo = false,
): Promise<Narrative> {
  const { chars = noteChars(ctx.budget.window), everyTokens = EVERY_TOKENS, model = true } = options
  const kept = keptNote(view)
  const latest = evidence.tale.events.findLast((event) => event.kind === 'user')?.seq ?? 0
  const shown = (told: string, through: Seq): string =>
    isMemo ? told : asOf(told, numberOf(view, through), latest > through)
  if (!ctx.summarize || !model) return { text: '', by: 'extractive', why: 'told without a model', data: {} }
  const due = ctx.asked || isDue(view, kept, everyTokens)
  if (due && !ctx.modelRests) {
    const early = ctx.instruction === undefined ? noteAhead(view) : undefined
    if (early) {
      const { text, through, data } = early
      const why = 'with a note by the model, written ahead of time'
      return { text: shown(text, through), through, data, by: 'model', why }
    }
    const answer = await ask(view, evidence, ctx, options, kept)
    if (answer.sections) {
      const text = renderSections(fitSections(answer.sections, chars))
      const data = dataOf(text, view, answer, ctx.now)
      const { through } = answer
      return {
        text: shown(text, through),
        through,
        by: 'model',
        why: `with a note by the model (${answer.calls} calls)`,
        data,
        model: 'answered',
      }
    }
    const data = {
      text: kept?.text ?? '',
      grown: kept?.grown ?? 0,
      through: kept?.through ?? 0,
      ...facts(answer, ctx.now),
    }
    const why = `told without a model: ${answer.problems.at(-1) ?? 'no answer'}`
    return { text: '', by: 'extractive', why, data, model: 'failed' }
  }
  const data = { ...kept }
  if (!kept?.text || ctx.modelRests) {
    const why = ctx.modelRests ? `it failed ${FAILURE_LIMIT} times in a row and rests until asked` : 'not due yet'
    return { text: '', by: 'extractive', why: `told without a model: ${why}`, data }
  }
  return {
    text: shown(kept.text, kept.through),
    through: kept.through,
    by: 'model',
    why: 'with the note written earlier',
    data,
  }
}

function dataOf(text: string, view: View, answer: Asked, now: Millis): JsonObject {
  return { text, grown: view.grown.tokens, through: answer.through, ...facts(answer, now) }
}

function facts(answer: Narrated, now: Millis): JsonObject {
  return {
    calls: answer.calls,
    callTokens: answer.tokens,
    at: now,
    problems: [...answer.problems],
    invented: [...answer.invented],
    unproven: [...answer.unproven],
  }
}

async function ask(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
  kept: Kept | undefined,
): Promise<Asked> {
  const { summarize } = ctx
  const read = ctx.hasRead?.()
  const through = read ?? view.head
  if (!summarize)
    return {
      problems: ['There is no model to ask.'],
      invented: [],
      unproven: [],
      calls: 0,
      tokens: 0,
      through,
    }
  const told = numberOf(view, kept?.through ?? 0)
  const fresh = view.slots.slice(told).map(({ message }, at) => ({ seq: told + at + 1, message }))
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const answer = await narrate({
    summarize,
    count: ctx.count,
    records: records(fresh, (ref) => ctx.path(ref), options.thinking ?? false),
    evidence,
    window: ctx.budget.window,
    maxChars: options.chars ?? noteChars(ctx.budget.window),
    maxTokens: Math.min(options.maxTokens ?? MAX_TOKENS, Math.floor(ctx.budget.window / 4)),
    maxCalls: MAX_CALLS,
    signal: ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout,
    toolText: () => toolText(view),
    known: toolNames(view),
    ...(kept?.text && { previous: kept.text }),
    ...(ctx.instruction !== undefined && { instruction: ctx.instruction }),
    ...(ctx.language && { language: ctx.language }),
    ...(read !== undefined && { hasRead: true }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  })
  return { ...answer, through }
}

/** What the last fold remembers of its note. */
function keptNote(view: View): Kept | undefined {
  for (const item of view.items.toReversed()) {
    const told = item.kind === 'fold' ? field(item.summary.data, 'narrative') : undefined
    if (told) return keptOf(told)
  }
  return undefined
}

/** A note that no epoch has used yet: written ahead, or for an epoch that was given up. */
function noteAhead(view: View): { text: string; through: Seq; data: Json } | undefined {
  const data = unused(view)
  if (!data) return undefined
  const { text, through } = keptOf(data)
  // A message that was changed since: the note may tell of its old words.
  const isSame = view.slots.every((slot) => slot.seq > through || slot.since <= through)
  return text === '' || !isSame ? undefined : { text, through, data }
}

/** What the log keeps of a note since the last fold. */
function unused(view: View): JsonObject | undefined {
  const found = view.marks.get(NOTE_AHEAD)
  const folded = view.items.findLast((item) => item.kind === 'fold')
  if (!found || (folded?.kind === 'fold' && folded.batch > found.seq)) return undefined
  return typeof found.data === 'object' && found.data !== null && !Array.isArray(found.data)
    ? (found.data as JsonObject)
    : {}
}

function keptOf(told: JsonObject): Kept {
  return {
    text: typeof told['text'] === 'string' ? told['text'] : '',
    grown: numeric(told['grown']),
    through: numeric(told['through']),
  }
}

/** The tools the agent called: a note may name them. */
function toolNames(view: View): string {
  const names = new Set<string>()
  for (const { message } of view.slots)
    for (const block of message.blocks) if (block.type === 'tool-call') names.add(block.tool)
  return [...names].join('\n')
}

/** As much tool output as it takes to tell where a demand came from. */
function toolText(view: View): string {
  const parts: string[] = []
  for (const slot of view.slots) {
    for (const block of slot.message.blocks) {
      if (block.type === 'tool-result' && !isStored(block.content)) parts.push(block.content.text.slice(0, 20_000))
    }
  }
  return parts.join('\n')
}

function field(data: Json | undefined, name: string): JsonObject | undefined {
  const value =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as JsonObject)[name] : undefined
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

function numeric(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
