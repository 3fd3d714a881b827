import type { Tokens, Usage } from 'daypack'
import { BYTES_PER_TOKEN, type JsonObject } from 'daypack/internal'
import { isObject, type GatewayWire } from '../wires/wire.ts'

/** Kept free before any reply is known, and the least, as shares of the window; the most, of what instructions leave. */
const SHARE = { unknown: 1 / 8, least: 1 / 32, most: 1 / 4 }
/** Beyond this only replies that were really as long get more. */
const UNKNOWN_MOST: Tokens = 20_000
const BEYOND = 1.5
/** Replies that are looked at: a long one is forgotten when none like it came for a while. */
const RECENT = 50
/** Our count of a prompt may be this much below the provider's: before its first bill, and when an epoch changes it. */
const UNCERTAIN = { unbilled: 0.25, billed: 0.06 }
/** Of the window for thinking at most; always the same for a conversation, because another budget breaks the cache. */
const THINKING_MOST = 1 / 6
const BESIDE_THINKING: Tokens = 1_024
/** Providers take no smaller budget for thinking; small changes of the instructions do not change it. */
const THINKING_STEP: Tokens = 1_024

/** What the output of a request can have. */
export type Bounds = { readonly window: Tokens; readonly free: Tokens }

/** `free`: beside the instructions and tools, which no compaction makes shorter. */
export function boundsOf(window: Tokens, request: JsonObject, wire: Pick<GatewayWire, 'list'>): Bounds {
  const fixed = JSON.stringify({ ...request, [wire.list]: [] }).length / BYTES_PER_TOKEN
  return { window, free: Math.max(0, window - fixed) }
}

/** Half as much again as recent replies needed, in powers of two so that it seldom changes. */
export function replyRoom(usages: readonly Usage[], bounds: Bounds, request: JsonObject, asked = Infinity): Tokens {
  const { window, free } = bounds
  const longest = Math.max(0, ...usages.slice(-RECENT).map((usage) => usage.output))
  const needed = longest === 0 ? Math.min(UNKNOWN_MOST, window * SHARE.unknown) : powerOfTwo(longest * BEYOND)
  const room = Math.max(Math.min(needed, free * SHARE.most), window * SHARE.least)
  return Math.floor(Math.min(asked, Math.max(room, thinkingIn(request, bounds))))
}

export function outputFor(free: Tokens, window: Tokens, room: Tokens, isBilled = true): Tokens {
  return Math.floor(Math.max(room, free - (window - free) * UNCERTAIN[isBilled ? 'billed' : 'unbilled']))
}

/** How providers say that a prompt and the output asked for exceed their window together. */
const TOGETHER = [
  /(?<input>\d+) \+ \d+ > (?<window>\d+)/,
  /context length is (?<window>\d+) tokens.*\((?<input>\d+) in the messages/s,
]

export function outputFitting(said: string): Tokens | undefined {
  for (const form of TOGETHER) {
    const { input, window } = form.exec(said)?.groups ?? {}
    const left = Number(window) - Number(input)
    if (left > Number(window) * SHARE.least) return left
  }
  return undefined
}

const FIELDS = ['max_tokens', 'max_completion_tokens']

export function withOutput(body: JsonObject, most: Tokens, bounds: Bounds): JsonObject | undefined {
  const over = FIELDS.filter((field) => Number(body[field] ?? 0) > most)
  const budget = budgetIn(body)
  // A provider refuses a budget that leaves nothing of the output.
  const lower = Math.min(budget, thinkingMost(bounds), Math.max(THINKING_STEP, most - BESIDE_THINKING))
  if (over.length === 0 && lower === budget) return undefined
  return {
    ...body,
    ...Object.fromEntries(over.map((field) => [field, most])),
    ...(lower < budget && { thinking: { ...(body['thinking'] as JsonObject), budget_tokens: lower } }),
  }
}

function thinkingIn(request: JsonObject, bounds: Bounds): Tokens {
  const budget = budgetIn(request)
  return budget === 0 ? 0 : Math.min(budget, thinkingMost(bounds)) + BESIDE_THINKING
}

function budgetIn({ thinking }: JsonObject): Tokens {
  const budget = isObject(thinking) ? thinking['budget_tokens'] : undefined
  return typeof budget === 'number' ? budget : 0
}

function thinkingMost({ window, free }: Bounds): Tokens {
  const steps = Math.floor((free * SHARE.most - BESIDE_THINKING) / THINKING_STEP)
  return Math.max(THINKING_STEP, Math.min(Math.floor(window * THINKING_MOST), steps * THINKING_STEP))
}

function powerOfTwo(tokens: Tokens): Tokens {
  return 2 ** Math.ceil(Math.log2(tokens))
}
