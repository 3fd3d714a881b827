import type { Billed, Tokens } from 'daypack'
import type { JsonObject, RuleBook } from 'daypack/internal'
import type { ProviderRecord, ProviderWire, ScriptedReply, StreamShape } from './script.ts'

export type Wire = {
  readonly name: ProviderWire
  readonly rules: RuleBook
  measure(body: JsonObject): Measured
  answer(body: JsonObject, reply: ScriptedReply, measured: Measured): { body: JsonObject; billed: Billed }
  events(response: JsonObject, request: JsonObject, shape: StreamShape): StreamEvent[]
  error(failure: Failure): JsonObject
  streamError(): StreamEvent
}

export type Measured = {
  readonly promptTokens: Tokens
  readonly shown: string
  readonly refusal?: Failure
  /** What the provider itself changed: only the wire that made it looks inside. */
  readonly detail?: unknown
}

export function measurePrompt(
  prompt: string,
  count: (text: string) => Tokens,
  refuses: (tokens: Tokens) => Failure | undefined,
): Measured {
  const promptTokens = count(prompt)
  const refusal = refuses(promptTokens)
  return { promptTokens, shown: prompt, ...(refusal && { refusal }) }
}

export type Failure = {
  readonly status: number
  readonly message: string
  readonly rule?: string
  readonly param?: string
  readonly code?: string
  readonly details?: JsonObject
}

export type StreamEvent = { readonly event?: string; readonly data: JsonObject | '[DONE]' }

/** A request as it came, and what became of it. */
export type Sent = Pick<ProviderRecord, 'path' | 'headers' | 'body' | 'text'>
/** Of a socket: it names a response that is not there, or only prepares the next one. */
export type Frame = { readonly lost?: Failure | undefined; readonly warms?: boolean }
export type Ask = (wire: Wire, sent: Sent, body: JsonObject, frame?: Frame) => Promise<Exchange>
export type Exchange =
  | { readonly refused: Failure; readonly retryAfterSeconds?: number }
  | { readonly reply: ScriptedReply; readonly response: JsonObject }

/** Texts in pieces of `chars` letters, surrogate pairs kept whole. */
export function deltas(text: string, chars = 40): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + chars, text.length)
    if (to < text.length && /[\uD800-\uDBFF]/.test(text[to - 1] ?? '')) to++
    found.push(text.slice(from, to))
    from = to
  }
  return found
}
