import type { JsonObject, Tokens } from '../../model/json.ts'
import type { Usage } from '../../model/usage.ts'
import { isObject } from './wires/wire.ts'

/** Kept free before any reply is known, and the least and the most ever, as shares of the window. */
const SHARE = { unknown: 1 / 8, least: 1 / 32, most: 1 / 4 }
/** Beyond this only replies that were really as long get more. */
const UNKNOWN_MOST: Tokens = 20_000
/** A reply may be longer than those before it. */
const BEYOND = 1.5
/** Replies that are looked at: a long one is forgotten when none like it came for a while. */
const RECENT = 50
/** Our count of a prompt may be this much below the provider's. */
const UNCERTAIN = 0.02

/**
 * The room kept free for the answer: what replies of this session have needed, and half as much again, in steps of powers of
 * two so that it seldom moves; never more than the request asks for.
 */
export function replyRoom(usages: readonly Usage[], window: Tokens, request: JsonObject, asked = Infinity): Tokens {
  const longest = Math.max(0, ...usages.slice(-RECENT).map((usage) => usage.output))
  const needed = longest === 0 ? Math.min(UNKNOWN_MOST, window * SHARE.unknown) : powerOfTwo(longest * BEYOND)
  const room = Math.min(Math.max(needed, window * SHARE.least), window * SHARE.most)
  return Math.floor(Math.min(asked, Math.max(room, Math.min(thinkingIn(request), window / 2))))
}

/** What a request may ask for beside its prompt; `free`: what the window has left beside it. */
export function outputFor(free: Tokens, window: Tokens, room: Tokens): Tokens {
  return Math.floor(Math.max(room, free - window * UNCERTAIN))
}

const FIELDS = ['max_tokens', 'max_completion_tokens']

/** The request with no more output asked for than this; undefined: it asks for no more as it is. */
export function withOutput(body: JsonObject, most: Tokens): JsonObject | undefined {
  const over = FIELDS.filter((field) => Number(body[field] ?? 0) > most)
  return over.length > 0 ? { ...body, ...Object.fromEntries(over.map((field) => [field, most])) } : undefined
}

/** A budget for thinking must stay below what may be written, and changing it breaks the cache. */
function thinkingIn({ thinking }: JsonObject): Tokens {
  const budget = isObject(thinking) ? thinking['budget_tokens'] : undefined
  return typeof budget === 'number' ? budget + 1_024 : 0
}

function powerOfTwo(tokens: Tokens): Tokens {
  return 2 ** Math.ceil(Math.log2(tokens))
}
