import type { Settings } from '../config.ts'
import { overflowOf } from '../model/overflow.ts'
import type { Decoded } from '../model/codec.ts'
import type { Seq, Span } from '../model/edit.ts'
import { defined, isObject, type Json, type Millis, type Size, type Tokens } from '../model/json.ts'
import type { Limits } from '../plan/budget.ts'
import type { PlannerInput, Effects } from '../plan/plan.ts'
import { DEFAULT_PRICES, type Prices } from '../plan/policy.ts'
import { textSize, type Counter } from '../tokens/count.ts'
import type { Models } from '../tokens/models.ts'
import { priceOf, relative } from '../tokens/price.ts'
import { offeredIn, readerIn, readerNamed, type OfferedTool, type Reader } from '../tools/reader.ts'
import { toolOf, type ToolTable } from '../tools/table.ts'
import type { View } from '../view/view.ts'
import { contentOf, isStored, type Content, type ToolCallBlock } from '../model/message.ts'
import type { BlobStore } from '../model/driver.ts'
import { DaypackError } from '../model/errors.ts'
import type { Count } from '../passes/pass.ts'
import type { ReadText } from '../view/render.ts'

/** What the newest request says apart from its conversation. */
export type Situation = Pick<Decoded, 'bindsReasoning' | 'requiresReasoning' | 'model' | 'maxOutput'> & {
  readonly extra: Size
  readonly prices: Prices
  readonly offered: () => readonly OfferedTool[]
}

/** Before any request was seen: assume what costs least if it is wrong. */
export const UNKNOWN_SITUATION: Situation = {
  bindsReasoning: true,
  requiresReasoning: false,
  extra: { tokens: 0, bytes: 0 },
  prices: DEFAULT_PRICES,
  offered: () => [],
}

export function situationOf(decoded: Decoded, counter: Counter, last: Situation, models?: Models): Situation {
  const { bindsReasoning, requiresReasoning, maxOutput, extra = '' } = decoded
  const model = decoded.model ?? last.model
  return defined<Situation>({
    bindsReasoning,
    requiresReasoning,
    extra: textSize(extra, counter.count),
    offered: () => offeredIn(extra),
    prices: model === last.model ? last.prices : pricesOf(model, models),
    model,
    maxOutput,
  })
}

function pricesOf(model: string | undefined, models: Models | undefined): Prices {
  const price = priceOf(model, models)
  return price ? relative(price) : DEFAULT_PRICES
}

export type PlanOptions = {
  readonly isForced?: boolean
  readonly instruction?: string
}

const MOST_OUTPUT = 20_000

function outputRoom({ maxOutput }: Settings, window: Tokens, asked: Tokens | undefined): Tokens {
  return maxOutput ?? Math.min(asked ?? MOST_OUTPUT, MOST_OUTPUT, Math.floor(window / 4))
}

/** As configured, or the model's own, or less once its provider rejected a request; learned per model. */
export function windowOf(view: View, settings: Settings, model = view.usages.at(-1)?.model): Tokens {
  const usual = settings.windows?.(model) ?? settings.window
  const learned = view.marks.get('window')?.data as { tokens?: Tokens; model?: string } | undefined
  const isOther = learned?.model !== undefined && model !== undefined && learned.model !== model
  return isOther ? usual : Math.min(usual, learned?.tokens ?? Infinity)
}

const SMALLER = 0.8

export function windowFromError(error: unknown, known: Tokens): Tokens | undefined {
  const found = overflowOf(error)
  return found && Math.min(found.window ?? Math.floor(known * SMALLER), known)
}

export function plannerInput(
  view: View,
  before: View,
  sent: Seq,
  { model, extra, prices, bindsReasoning, requiresReasoning, maxOutput, offered }: Situation,
  settings: Settings,
  { isForced = false, instruction }: PlanOptions = {},
): PlannerInput {
  const now = settings.now()
  const idleMs = Math.max(0, now - (lastExchange(before) ?? now))
  const last = view.usages.at(-1)
  const lastModel = last?.asked ?? last?.model
  const { passes, timing, policy, maxBytes, cacheTtlMs, readTool, tools } = settings
  const window = windowOf(view, settings, model)
  // An epoch restarts an open loop with reasoning even where the provider would accept the old reasoning: it costs less.
  const binds = bindsReasoning || (timing === 'tide' && requiresReasoning)
  return {
    passes,
    timing,
    policy,
    limits: defined<Limits>({
      window,
      maxOutput: outputRoom(settings, window, maxOutput),
      maxBytes,
      extra,
      prices: settings.prices ?? prices,
      model,
    }),
    conditions: {
      isCold: idleMs > cacheTtlMs,
      isSwitch: model !== undefined && lastModel !== undefined && model !== lastModel,
      isForced,
    },
    sent,
    now,
    facts: defined<PlannerInput['facts']>({
      idleMs,
      reasoning: { binds, requires: requiresReasoning },
      reader: once(() => readerFor(view, tools, offered, readTool)),
      tools,
      language: settings.language,
      instruction,
    }),
  }
}

/** Only this many of the newest messages are searched for it. */
const LOOKED_AT = 400

function readerFor(
  view: View,
  tools: ToolTable,
  offered: Situation['offered'],
  configured: string | undefined,
): Reader {
  if (configured !== undefined) return readerNamed(configured, tools)
  const seen = lastCall(view, tools, 'read')?.tool
  const found = readerIn(offered(), seen, tools)
  if (found && found.name !== '') return found
  const shell = seen === undefined ? lastCall(view, tools, 'shell') : undefined
  if (shell !== undefined) return { name: shell.tool, resume: isScript(shell.input) ? 'script' : 'shell' }
  return seen === undefined && found ? found : readerNamed(seen ?? 'read_file', tools)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function lastCall(view: View, tools: ToolTable, does: 'read' | 'shell'): ToolCallBlock | undefined {
  const first = Math.max(0, view.slots.length - LOOKED_AT)
  for (let at = view.slots.length - 1; at >= first; at--)
    for (const block of view.slots[at]?.message.blocks ?? [])
      if (block.type === 'tool-call' && toolOf(block.tool, tools)?.does === does) return block
  return undefined
}

/** What a tool of OpenAI's type `custom` was called with. */
function isScript(input: Json): boolean {
  return isObject(input) && typeof input['name'] === 'string' && typeof input['input'] === 'string'
}

/** Taken from the view before this request: a resent reply counts from when it was first seen. */
function lastExchange(before: View): Millis | undefined {
  const reply = before.slots.findLast((slot) => slot.message.role === 'assistant')?.at
  const bill = before.usages.at(-1)?.at
  return reply === undefined || bill === undefined ? (reply ?? bill) : Math.max(reply, bill)
}

export type { Effects }

export function effectsOn(
  blobs: BlobStore,
  count: Count,
  more: Pick<Effects, 'store'> & Partial<Pick<Effects, 'archive' | 'summarize' | 'hasRead' | 'readFile' | 'signal'>>,
): Effects {
  const readText = textReader(blobs)
  return {
    ...more,
    count,
    readText,
    read: (shown) => readText(contentOf(shown.block)),
    slice: (shown, from, to) => bytesOf(contentOf(shown.block), from, to, blobs),
    path: (ref) => blobs.path(ref),
  }
}

export function textReader(blobs: BlobStore): ReadText {
  return async (content: Content, span?: Span) => {
    if (!isStored(content)) {
      return span ? Buffer.from(content.text).toString('utf8', span.from, span.to) : content.text
    }
    const data = await blobs.get(content.ref, span)
    if (data instanceof Uint8Array) return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8')
    const what = data
      ? 'was removed by retention or forgotten'
      : 'is missing from the blob store (somebody deleted it; restore it from a backup)'
    throw new DaypackError(
      'blob-gone',
      `The content ${content.ref} (${content.bytes} bytes) ${what}. Its size and hash are still in the log.`,
      { details: { ref: content.ref, bytes: content.bytes } },
    )
  }
}

export function overlayBlobs(upper: BlobStore, lower: BlobStore): BlobStore {
  return {
    ...upper,
    get: async (ref, range) => (await upper.get(ref, range)) ?? lower.get(ref, range),
    info: async (ref) => (await upper.info(ref)) ?? lower.info(ref),
    path: (ref) => lower.path(ref),
  }
}

/** Bytes, not text: a cut inside a character would shift every byte after it. */
export async function bytesOf(content: Content, from: number, to: number, blobs: BlobStore): Promise<Uint8Array> {
  const data = isStored(content) ? await blobs.get(content.ref, { from, to }) : undefined
  return data instanceof Uint8Array ? data : Buffer.from(await textReader(blobs)(content)).subarray(from, to)
}
