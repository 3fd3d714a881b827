import type { Message } from './message.ts'
import type { Tokens } from './json.ts'
import type { RuleBook } from './rules.ts'
import type { Billed } from './entry.ts'

/** A wire format, both ways. Pure: no clock, no I/O; must not throw on odd content. */
export interface Codec<Req = unknown, Res = unknown> {
  readonly name: string
  decode(request: Req): Decoded
  /** A message with a `source` is taken over from `like` as the same object; the rest is written from blocks. */
  encode(rendered: Rendered, like: Req): Req
  reply(response: Res): Reply
  /** A request that holds this one message. Absent: messages in this format can't be appended one by one. */
  wrap?(message: unknown): Req
  /** Says why this request is in a similar format of another provider, judging by its last message. Must not throw. */
  misread?(request: Req): string | undefined
  /** What the provider enforces on these requests. Absent: nothing is checked before it leaves. */
  readonly rules?: RuleBook
}

// oxlint-disable-next-line typescript/no-explicit-any -- no type is a part of all requests and all of them a part of it
export type AnyCodec = Codec<any, any>

export type Decoded = {
  /** Leading system or developer text, as one message. */
  readonly system?: Message
  readonly messages: readonly Message[]
  readonly model?: string
  /** Output tokens the request reserves. */
  readonly maxOutput?: Tokens
  /** Tool schemas and whatever else is sent besides the conversation, as text: counted, never edited. */
  readonly extra?: string
  /** The provider may reject reasoning whose preceding bytes changed (or we can't tell). */
  readonly bindsReasoning: boolean
  /** With reasoning switched on, an open tool loop must start with its reasoning block. */
  readonly requiresReasoning: boolean
}

/** `source`: untouched, at this index of `decode(like).messages`. `cut`: replaces the start of a reasoning loop. */
export type RenderedMessage = Message & { readonly source?: number; readonly cut?: true }
export type Rendered = {
  /** Untouched by definition: codecs take it over from `like`, and write it only where `like` has none. */
  readonly system?: Message
  readonly messages: readonly RenderedMessage[]
}

export type Reply = { readonly messages: readonly Message[]; readonly billed?: Billed; readonly stop?: string }
