import type { Json } from 'daypack'
import { isObject, type AnyCodec, type JsonObject, type Collector } from 'daypack/internal'

export { isObject }

/** Header fields by their names in lower case. */
export type Fields = Readonly<Record<string, string>>

/** What a request is: a turn of a conversation, a count or a compaction of it, or anything else, which passes untouched. */
export type Kind = 'turn' | 'count' | 'compact' | 'other'

/** Everything the gateway knows about one provider's wire. Shared code never asks which it talks to. */
export type GatewayWire = {
  readonly name: string
  readonly codec: AnyCodec
  readonly upstream: string
  keyHeader(key: string): Fields
  kind(path: string, headers: Fields): Kind | undefined
  readonly list: 'messages' | 'input' | 'contents'
  /** The request as the codec reads it, where the path says part of it. */
  read(body: JsonObject, path: string): JsonObject
  /** The body of a request that `read` made; `came`: as the client sent it. */
  write(request: JsonObject, came: JsonObject): JsonObject
  /** Prompt and answer share one window: a request is refused when what it asks for does not fit beside it. */
  readonly sharesWindow: boolean
  hasTools(body: JsonObject): boolean
  /** The provider holds (part of) the history: it is not ours to shorten. */
  isHeld(body: JsonObject): boolean
  collector(): Collector
  /** The reply has calls without a name: clients make one up, and send the reply back with it. */
  leavesNames?(response: JsonObject): boolean
  /** Does the request ask for an answer of a given form, as requests beside a conversation do? */
  isFormatted(body: JsonObject): boolean
  isSummary?(body: JsonObject): boolean
  /** A question about the conversation with the tools it was sent with, not to be called: without them nothing is cached. */
  withToolsOf?(body: JsonObject, sent: JsonObject): JsonObject
  /** What keeps a silent stream open, at the boundary of two events. */
  readonly ping: string
  /** A refusal that says the reasoning in the request does not belong where it stands. */
  isReasoningRefusal(text: string): boolean
  /** The request without the old reasoning; undefined when there is none to leave out. */
  withoutReasoning(body: JsonObject): JsonObject | undefined
  readonly frames?: Frames
}

/** A wire whose body is the request, with the conversation in `messages` and one window for prompt and answer. */
export const MESSAGES: Pick<GatewayWire, 'list' | 'read' | 'write' | 'sharesWindow'> = {
  list: 'messages',
  read: (body) => body,
  write: (request) => request,
  sharesWindow: true,
}

export type Frames = {
  /** The question in a frame of the client: what is new, behind which answer. `isTurn`: an answer is wanted. */
  asked(frame: JsonObject): { list: readonly Json[]; after?: string; isTurn: boolean } | undefined
  whole(frame: JsonObject, list: readonly Json[]): JsonObject
  onward(frame: JsonObject, after: string, list: readonly Json[]): JsonObject
  request(frame: JsonObject): JsonObject
  /** An answer of ours in place of the provider's. */
  refusal(status: number, message: string): JsonObject
  /** What an event of the provider brings: an item of the answer, the whole of it, or a refusal. */
  said(event: JsonObject): { item?: Json; response?: JsonObject; refused?: string }
}

export function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

export function stringAt(value: unknown, key: string): string {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : ''
}

/** A name with a broken escape is a name all the same. */
export function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
