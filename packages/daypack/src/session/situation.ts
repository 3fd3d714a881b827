import type { Settings } from '../config.ts'
import type { Decoded } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import type { Millis, Size, Tokens } from '../model/json.ts'
import type { Setting } from '../plan/plan.ts'
import { DEFAULT_PRICES, type Prices } from '../plan/policy.ts'
import type { Counter } from '../tokens/count.ts'
import { priceOf, relative } from '../tokens/price.ts'
import { textSize } from '../tokens/size.ts'
import type { View } from '../view/view.ts'

/** What the newest request tells beside its conversation. */
export type Situation = Pick<Decoded, 'bindsReasoning' | 'requiresReasoning' | 'model' | 'maxOutput'> & {
  readonly extra: Size
  readonly prices: Prices
}

/** Before any request was seen: assume what costs least if it is wrong. */
export const UNKNOWN: Situation = {
  bindsReasoning: true,
  requiresReasoning: false,
  extra: { tokens: 0, bytes: 0 },
  prices: DEFAULT_PRICES,
}

export function situationOf(decoded: Decoded, counter: Counter, last: Situation): Situation {
  const { bindsReasoning, requiresReasoning, model, maxOutput, extra = '' } = decoded
  return {
    bindsReasoning,
    requiresReasoning,
    extra: textSize(extra, counter.count),
    prices: model === last.model ? last.prices : pricesOf(model),
    ...(model !== undefined && { model }),
    ...(maxOutput !== undefined && { maxOutput }),
  }
}

function pricesOf(model: string | undefined): Prices {
  const price = priceOf(model)
  return price ? relative(price) : DEFAULT_PRICES
}

export type PlanOptions = {
  readonly isForced?: boolean
  readonly instruction?: string
}

const MOST_OUTPUT = 20_000

/** Room for the answer: as configured, or as the request asks, within reason. */
function outputRoom(settings: Settings, asked: Tokens | undefined): Tokens {
  return settings.maxOutput ?? Math.min(asked ?? MOST_OUTPUT, MOST_OUTPUT, Math.floor(settings.window / 4))
}

/** As configured, or less when the provider said so. */
export function windowOf(view: View, settings: Settings, model?: string): Tokens {
  const learned = view.marks.get('window')?.data as { tokens?: Tokens } | undefined
  return Math.min(settings.windows?.(model) ?? settings.window, learned?.tokens ?? Infinity)
}

/** Everything the planner is told, put together for one plan. `before` is the view without what came in just now. */
export function settingFor(
  view: View,
  before: View,
  sent: Seq,
  { model, extra, prices, bindsReasoning, requiresReasoning, maxOutput }: Situation,
  settings: Settings,
  { isForced = false, instruction }: PlanOptions = {},
): Setting {
  const now = settings.now()
  const exchanged = lastExchange(before)
  const idleMs = exchanged === undefined ? 0 : Math.max(0, now - exchanged)
  const lastModel = view.usages.at(-1)?.model
  const { passes, timing, policy, maxBytes, cacheTtlMs, readTool, tools } = settings
  // An epoch restarts an open loop that thinks, even where its thinking might stay behind other bytes: it costs less.
  const binds = bindsReasoning || (timing === 'tide' && requiresReasoning)
  return {
    passes,
    timing,
    policy,
    limits: {
      window: windowOf(view, settings, model),
      maxOutput: outputRoom(settings, maxOutput),
      maxBytes,
      extra,
      prices: settings.prices ?? prices,
      ...(model !== undefined && { model }),
    },
    weather: {
      isCold: idleMs > cacheTtlMs,
      isSwitch: model !== undefined && lastModel !== undefined && model !== lastModel,
      isForced,
    },
    sent,
    now,
    facts: {
      idleMs,
      reasoning: { binds, requires: requiresReasoning },
      readTool,
      tools,
      ...(settings.language && { language: settings.language }),
      ...(instruction !== undefined && { instruction }),
    },
  }
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
