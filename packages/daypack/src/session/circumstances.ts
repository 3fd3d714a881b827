import { outputRoom, type Settings } from '../config.ts'
import { isStored, type Block, type Content, type StoredContent } from '../model/block.ts'
import type { BlobStore } from '../model/driver.ts'
import type { Decoded } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import type { Millis, Size } from '../model/json.ts'
import type { PassContext, Summarize } from '../passes/pass.ts'
import type { Setting } from '../plan/plan.ts'
import { DEFAULT_PRICES, type Prices } from '../plan/policy.ts'
import type { Counter } from '../tokens/count.ts'
import { priceOf, relative } from '../tokens/price.ts'
import { textSize } from '../tokens/size.ts'
import type { ReadText } from '../view/render.ts'
import type { View } from '../view/view.ts'

/** What the newest request tells beside its conversation. */
export type Circumstances = Pick<Decoded, 'bindsReasoning' | 'requiresReasoning' | 'model' | 'maxOutput'> & {
  readonly extra: Size
}

/** Before any request was seen: assume what costs least if it is wrong. */
export const UNKNOWN: Circumstances = { bindsReasoning: true, requiresReasoning: false, extra: { tokens: 0, bytes: 0 } }

export function circumstancesOf(decoded: Decoded, counter: Counter): Circumstances {
  const { bindsReasoning, requiresReasoning, model, maxOutput, extra = '' } = decoded
  return {
    bindsReasoning,
    requiresReasoning,
    extra: textSize(extra, counter.count),
    ...(model !== undefined && { model }),
    ...(maxOutput !== undefined && { maxOutput }),
  }
}

export type Surroundings = {
  readonly settings: Settings
  readonly counter: Counter
  readonly blobs: BlobStore
  readonly read: ReadText
  readonly store: (text: string) => Promise<StoredContent>
  readonly archive?: PassContext['archive']
}

export type PlanOptions = {
  readonly isForced?: boolean
  readonly instruction?: string
  readonly signal?: AbortSignal
}

/** Everything the planner is told, put together for one plan. */
export function settingFor(
  view: View,
  here: Circumstances,
  by: Surroundings & {
    readonly before: View
    readonly sent: Seq
    readonly window: number
    readonly summarize?: Summarize
  },
  options: PlanOptions,
): Setting {
  const { settings, counter, blobs, read } = by
  const now = settings.now()
  const exchanged = lastExchange(by.before)
  const idleMs = exchanged === undefined ? 0 : Math.max(0, now - exchanged)
  const lastModel = view.usages.at(-1)?.model
  const { passes, timing, policy, maxBytes, cacheTtlMs, readTool, tools } = settings
  const { model, extra, bindsReasoning, requiresReasoning, maxOutput } = here
  const { isForced = false, instruction, signal } = options
  // An epoch restarts an open loop that thinks, even where its thinking might stay behind other bytes: it costs less.
  const binds = bindsReasoning || (timing === 'tide' && requiresReasoning)
  return {
    passes,
    timing,
    policy,
    limits: {
      window: by.window,
      maxOutput: outputRoom(settings, maxOutput),
      maxBytes,
      extra,
      prices: settings.prices ?? pricesOf(model),
      ...(model !== undefined && { model }),
    },
    weather: {
      isCold: idleMs > cacheTtlMs,
      isSwitch: model !== undefined && lastModel !== undefined && model !== lastModel,
      isForced,
    },
    sent: by.sent,
    now,
    readText: read,
    context: {
      idleMs,
      reasoning: { binds, requires: requiresReasoning },
      count: counter.count,
      readTool,
      tools,
      read: (shown) => read(contentOf(shown.block)),
      slice: (shown, from, to) => bytesOf(contentOf(shown.block), from, to, blobs, read),
      store: by.store,
      path: (ref) => blobs.path(ref),
      ...(by.archive && { archive: by.archive }),
      ...(by.summarize && { summarize: by.summarize }),
      ...(instruction !== undefined && { instruction }),
      ...(signal && { signal }),
    },
  }
}

function pricesOf(model: string | undefined): Prices {
  const price = priceOf(model)
  return price ? relative(price) : DEFAULT_PRICES
}

/**
 * When the provider's cache was last touched: with the last reply or bill, looked for before what came in just now, since a
 * caller that resends everything brings the reply it got long ago only with its next request.
 */
function lastExchange(before: View): Millis | undefined {
  const reply = before.slots.findLast((slot) => slot.message.role === 'assistant')?.at
  const bill = before.usages.at(-1)?.at
  return reply === undefined ? bill : Math.max(reply, bill ?? 0)
}

/** Not by way of text: a cut inside a character would shift every byte behind it. */
async function bytesOf(
  content: Content,
  from: number,
  to: number,
  blobs: BlobStore,
  read: ReadText,
): Promise<Uint8Array> {
  const data = isStored(content) ? await blobs.get(content.ref, { from, to }) : undefined
  return data instanceof Uint8Array ? data : Buffer.from(await read(content)).subarray(from, to)
}

function contentOf(block: Block): Content {
  switch (block.type) {
    case 'tool-result':
    case 'media':
      return block.content
    case 'text':
      return { text: block.text }
    case 'tool-call':
      return { text: JSON.stringify(block.input) }
    case 'opaque':
      return { text: JSON.stringify(block.wire) }
  }
}
