import { hashOf } from '../log/hash.ts'
import type { Decoded } from '../model/codec.ts'
import type { Tokens } from '../model/json.ts'
import type { View } from '../view/view.ts'

/** A side call is one question; a conversation this short has none beside it. */
const MOST_MESSAGES = 2
const LEAST_SLOTS = 4
/** Of the window: what is larger has to be managed, whatever it is. */
const MOST_SHARE = 0.25
/** On the safe side: text has more bytes to a token. */
const BYTES_A_TOKEN = 3

/**
 * Is this request no part of the conversation: a title, a judgement? One short question that shares nothing with a log
 * that is well under way. A conversation that begins anew looks the same; its next request brings all of it.
 */
export function isAside(view: View, { messages, system }: Decoded, window: Tokens): boolean {
  if (messages.length === 0 || messages.length > MOST_MESSAGES) return false
  if (messages.some((message) => message.role !== 'user')) return false
  const callers = view.slots.filter((slot) => slot.origin === 'caller')
  if (callers.length < LEAST_SLOTS) return false
  const known = new Set(callers.map((slot) => slot.hash))
  if (messages.some((message) => known.has(hashOf(message)))) return false
  return Buffer.byteLength(JSON.stringify([system, messages])) / BYTES_A_TOKEN < window * MOST_SHARE
}
