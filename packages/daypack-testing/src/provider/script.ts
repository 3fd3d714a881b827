import type { Billed, Json, Millis, Tokens } from 'daypack'
import type { Awaitable, JsonObject } from 'daypack/internal'

export type ProviderWire = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini'

export type ScriptedReply = {
  readonly text?: string
  /** Played as a signed thinking block, or as an encrypted reasoning item. */
  readonly thinking?: string
  readonly calls?: readonly ScriptedCall[]
  readonly stop?: string
  readonly outputTokens?: Tokens
  readonly raw?: JsonObject
  readonly fault?: Fault
  readonly stream?: StreamShape
  /** The answer packed, whatever the client asked for. */
  readonly encoding?: Packing | undefined
}
export type Packing = 'gzip' | 'deflate' | 'br' | 'zstd'
export type ScriptedCall = {
  readonly tool: string
  readonly input: Json
  readonly id?: string
  /** Responses: a tool of the caller's own making, whose input is plain text. */
  readonly isCustom?: boolean
  /** Responses: the group of tools it belongs to. */
  readonly namespace?: string
}

/** `after`: how many stream events go out before it happens. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: 400 | 401 | 404 | 413 | 429 | 500 | 503 | 529
      readonly message?: string
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'stream-error'; readonly after: number }
  | { readonly kind: 'cut'; readonly after: number }
  /** For ever, or until the script continues with the rest. */
  | { readonly kind: 'stall'; readonly after: number; readonly until?: Promise<void> }

export type StreamShape = {
  readonly newline?: '\n' | '\r\n'
  /** False: `data:` without the space behind it. */
  readonly space?: boolean
  /** Size in bytes of the pieces that are written; characters may be split. */
  readonly pieceBytes?: number
  /** Letters of text in one delta. */
  readonly deltaChars?: number
}

export type Script = readonly ScriptedReply[] | ((call: ProviderCall) => Awaitable<ScriptedReply>)

export type ProviderCall = {
  readonly wire: ProviderWire
  readonly index: number
  readonly body: JsonObject
  readonly shown: string
}

export type ProviderRecord = {
  readonly at: Millis
  readonly wire: ProviderWire
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  readonly text: string
  readonly status: number
  /** Rule ids the request broke; refused when there are any. */
  readonly violations: readonly string[]
  readonly promptTokens: Tokens
  readonly billed?: Billed
  readonly fault?: Fault['kind']
}

export function player(script: Script): (call: Omit<ProviderCall, 'index'>) => Awaitable<ScriptedReply> {
  let index = 0
  return (call) => {
    const at = index++
    if (typeof script === 'function') return script({ ...call, index: at })
    return script[Math.min(at, script.length - 1)] ?? { text: 'ok' }
  }
}
