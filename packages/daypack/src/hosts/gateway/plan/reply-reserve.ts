import type { JsonObject, Tokens } from '../../../model/json.ts'
import type { Usage } from '../../../model/usage.ts'
import { isObject } from '../wires/wire.ts'

/** Kept free before any reply is known, and the least and the most ever, as shares of the window. */
const SHARE = { unknown: 1 / 8, least: 1 / 32, most: 1 / 4 }
/** Beyond this only replies that were really as long get more. */
const UNKNOWN_MOST: Tokens = 20_000
const BEYOND = 1.5
/** Replies that are looked at: a long one is forgotten when none like it came for a while. */
const RECENT = 50
/** Our count of a prompt may be this much below the provider's: before its first bill, and when an epoch changes it. */
const UNCERTAIN = { unbilled: 0.25, billed: 0.06 }
/** Of the window for thinking at most; always the same for a window, because another budget breaks the cache. */
const THINKING_MOST = 1 / 6
const BESIDE_THINKING: Tokens = 1_024

/** Half as much again as recent replies needed, in powers of two so that it seldom changes. */
export function replyRoom(usages: readonly Usage[], window: Tokens, request: JsonObject, asked = Infinity): Tokens {
  const longest = Math.max(0, ...usages.slice(-RECENT).map((usage) => usage.output))
  const needed = longest === 0 ? Math.min(UNKNOWN_MOST, window * SHARE.unknown) : powerOfTwo(longest * BEYOND)
  const room = Math.min(Math.max(needed, window * SHARE.least), window * SHARE.most)
  return Math.floor(Math.min(asked, Math.max(room, thinkingIn(request, window))))
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

export function withOutput(body: JsonObject, most: Tokens, window: Tokens): JsonObject | undefined {
  const over = FIELDS.filter((field) => Number(body[field] ?? 0) > most)
  const budget = budgetIn(body)
  const lower = Math.min(budget, thinkingMost(window))
  if (over.length === 0 && lower === budget) return undefined
  return {
    ...body,
    ...Object.fromEntries(over.map((field) => [field, most])),
    ...(lower < budget && { thinking: { ...(body['thinking'] as JsonObject), budget_tokens: lower } }),
  }
}

function thinkingIn(request: JsonObject, window: Tokens): Tokens {
  const budget = budgetIn(request)
  return budget === 0 ? 0 : Math.min(budget, thinkingMost(window)) + BESIDE_THINKING
}

function budgetIn({ thinking }: JsonObject): Tokens {
  const budget = isObject(thinking) ? thinking['budget_tokens'] : undefined
  return typeof budget === 'number' ? budget : 0
}

/** Providers take no budget below 1,024 tokens. */
function thinkingMost(window: Tokens): Tokens {
  return Math.max(1_024, Math.floor(window * THINKING_MOST))
}

function powerOfTwo(tokens: Tokens): Tokens {
  return 2 ** Math.ceil(Math.log2(tokens))
}
