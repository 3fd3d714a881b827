import { isStored } from '../../model/block.ts'
import type { Json, JsonObject, Millis, Tokens } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import type { HandoverContext } from '../context.ts'
import type { View } from '../../view/view.ts'
import type { Evidence } from '../evidence.ts'
import { extractSections } from '../extract.ts'
import { narrate, type Narrated } from './narrate.ts'
import { emptySections, fitSections, renderSections, type Sections } from './sections.ts'
import { records } from './transcript.ts'

export type NarrativeOptions = {
  /** Characters shown. */
  readonly chars?: number
  /** A model writes it again at the first epoch after so many new tokens. 0: at every epoch. */
  readonly everyTokens?: Tokens
  /** Never ask a model, even if there is one. */
  readonly model?: boolean
  /** Room for the model's answer, analysis included. */
  readonly maxTokens?: Tokens
  readonly timeoutMs?: Millis
  /** Own model calls: at most so many a session, and so many tokens. */
  readonly maxCalls?: number
  readonly maxCallTokens?: Tokens
  readonly onProgress?: (part: { readonly index: number; readonly of: number }) => void
}

/** The told part of a hand-over, and what the next one needs to know about it. */
export type Narrative = { readonly text: string; readonly by: string; readonly why: string; readonly data: Json }

type Kept = { readonly text: string; readonly grown: Tokens; readonly through: number; readonly failures: number }

const CHARS = 2400
const EVERY_TOKENS = 80_000
const MAX_TOKENS = 4000
const TIMEOUT_MS = 120_000
const MAX_CALLS = 200
const MAX_CALL_TOKENS = 5_000_000
/** After so many failures in a row the model is left alone until the user asks. */
const FAILURE_LIMIT = 3
/** A note is written ahead from this share of the usual distance on. */
const AHEAD_SHARE = 0.9

type Prepared = { readonly answer: Narrated; readonly through: number; readonly last: Message; readonly slots: number }

/** Notes written ahead of their epoch, by the first message of the session. */
const prepared = new WeakMap<Message, Prepared>()

/** Have the model write its note now, if the next epoch would ask for one; it is used as long as the history still starts so. */
export async function narrateAhead(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
): Promise<void> {
  const kept = keptNarrative(view)
  const first = view.slots[0]?.message
  const last = view.slots.at(-1)?.message
  const due = view.grown.tokens - (kept?.grown ?? 0) >= (options.everyTokens ?? EVERY_TOKENS) * AHEAD_SHARE
  if (
    !first ||
    !last ||
    !ctx.summarize ||
    options.model === false ||
    !due ||
    (kept?.failures ?? 0) >= FAILURE_LIMIT ||
    prepared.has(first)
  )
    return
  const answer = await ask(view, evidence, ctx, options, kept)
  if (answer.sections) prepared.set(first, { answer, through: view.head, last, slots: view.slots.length })
}

/** The note written ahead, if what it was written about is still the start of this history. Given out once. */
function takePrepared(view: View): Prepared | undefined {
  const first = view.slots[0]?.message
  const found = first && prepared.get(first)
  if (first) prepared.delete(first)
  const isSame = view.slots.slice(0, found?.slots).every((slot) => slot.since <= (found?.through ?? 0))
  return found && isSame && view.slots[found.slots - 1]?.message === found.last ? found : undefined
}

/** Sections by the model when it is due, kept from the last time when it is not, without a model otherwise. */
export async function narrative(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
): Promise<Narrative> {
  const { chars = CHARS, everyTokens = EVERY_TOKENS, model = true } = options
  const kept = keptNarrative(view)
  const own = extractSections(evidence)
  const plain = renderSections(fitSections(own, chars))
  const { asked } = ctx
  const failures = kept?.failures ?? 0
  const due = asked || view.grown.tokens - (kept?.grown ?? 0) >= everyTokens
  if (!ctx.summarize || !model) return { text: plain, by: 'extractive', why: 'written without a model', data: {} }
  if (due && (failures < FAILURE_LIMIT || asked)) {
    const early = ctx.instruction === undefined ? takePrepared(view) : undefined
    const answer = early?.answer ?? (await ask(view, evidence, ctx, options, kept))
    const told = answer.sections && renderSections(fitSections(filled(answer.sections, own), chars))
    const facts = {
      calls: answer.calls,
      callTokens: answer.tokens,
      at: ctx.now,
      problems: [...answer.problems],
      invented: [...answer.invented],
      unproven: [...answer.unproven],
    }
    if (told !== undefined) {
      const data = { text: told, grown: view.grown.tokens, through: early?.through ?? view.head, failures: 0, ...facts }
      return {
        text: told,
        by: 'model',
        why: `written by the model (${answer.calls} calls${early ? ', ahead of time' : ''})`,
        data,
      }
    }
    const data = {
      ...(kept && { text: kept.text }),
      grown: kept?.grown ?? 0,
      through: kept?.through ?? 0,
      failures: failures + 1,
      ...facts,
    }
    return {
      text: plain,
      by: 'extractive',
      why: `written without a model: ${answer.problems.at(-1) ?? 'no answer'}`,
      data,
    }
  }
  const data = kept ? { ...kept } : {}
  if (!kept?.text || failures >= FAILURE_LIMIT) {
    const why =
      failures >= FAILURE_LIMIT
        ? `written without a model: it failed ${failures} times and rests until asked`
        : 'written without a model: not due yet'
    return { text: plain, by: 'extractive', why, data }
  }
  const since = fitSections(
    { ...emptySections(), inProgress: own.inProgress, blocked: own.blocked, next: own.next },
    chars / 3,
  )
  const fresh = [...since.inProgress, ...since.blocked, ...since.next]
  const text =
    fresh.length > 0 ? `${kept.text}\n## Since then\n${fresh.map((item) => `- ${item}`).join('\n')}` : kept.text
  return { text, by: 'model', why: 'written by the model earlier', data }
}

/** Sections the model left empty are filled from the evidence. */
function filled(told: Sections, own: Sections): Sections {
  return {
    ...told,
    constraints: told.constraints.length > 0 ? told.constraints : own.constraints,
    next: told.next.length > 0 ? told.next : own.next,
  }
}

async function ask(
  view: View,
  evidence: Evidence,
  ctx: HandoverContext,
  options: NarrativeOptions,
  kept: Kept | undefined,
): Promise<Narrated> {
  const { summarize } = ctx
  const spent = callsSpent(view)
  const maxCalls = (options.maxCalls ?? MAX_CALLS) - spent.calls
  if (!summarize || maxCalls <= 0 || spent.tokens >= (options.maxCallTokens ?? MAX_CALL_TOKENS)) {
    return { problems: ['The cap on own model calls is reached.'], invented: [], unproven: [], calls: 0, tokens: 0 }
  }
  const fresh = view.slots.filter((slot) => slot.seq > (kept?.through ?? 0))
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const told = await narrate({
    summarize,
    count: ctx.count,
    records: records(fresh, (ref) => ctx.path(ref)),
    evidence,
    window: ctx.budget.window,
    maxChars: options.chars ?? CHARS,
    maxTokens: Math.min(options.maxTokens ?? MAX_TOKENS, Math.floor(ctx.budget.window / 4)),
    maxCalls: Math.min(maxCalls, 12),
    signal: ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout,
    toolText: () => toolText(view),
    ...(kept?.text && { previous: kept.text }),
    ...(ctx.instruction !== undefined && { instruction: ctx.instruction }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  })
  const first = view.slots[0]?.message
  if (first) made.set(first, { calls: spent.calls + told.calls, tokens: spent.tokens + told.tokens })
  return told
}

/** What the last fold remembers of its narrative. */
function keptNarrative(view: View): Kept | undefined {
  for (const item of view.items.toReversed()) {
    if (item.kind !== 'fold') continue
    const told = field(item.summary.data, 'narrative')
    if (told) {
      return {
        text: typeof told['text'] === 'string' ? told['text'] : '',
        grown: numberOf(told['grown']),
        through: numberOf(told['through']),
        failures: numberOf(told['failures']),
      }
    }
  }
  return undefined
}

type Calls = { readonly calls: number; readonly tokens: Tokens }

/** Calls made by this process, by the first message of the session: those whose fold was given up count too. */
const made = new WeakMap<object, Calls>()

/** Own model calls of this session so far: as its folds record them, undone ones included, or as made by this process. */
export function callsSpent(view: View): Calls {
  const here = made.get(view.slots[0]?.message ?? made)
  let calls = 0
  let tokens = 0
  for (const batch of view.batches) {
    for (const edit of batch.edits) {
      const told = edit.op === 'fold' ? field(edit.summary.data, 'narrative') : undefined
      calls += numberOf(told?.['calls'])
      tokens += numberOf(told?.['callTokens'])
    }
  }
  return { calls: Math.max(calls, here?.calls ?? 0), tokens: Math.max(tokens, here?.tokens ?? 0) }
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

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
