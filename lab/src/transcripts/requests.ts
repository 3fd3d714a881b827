import type { Billed, Codec, Json, Message, Millis, Rendered } from 'daypack'
import { anthropic, openaiChat } from 'daypack/codecs'
import type { JsonObject } from 'daypack/internal'
import type { Transcript } from './transcript.ts'

export type ReplayWire = 'anthropic' | 'openai-chat'

/** One request of a recorded session, as a stateless caller sends it: the whole history up to the reply. */
export type Replayed = {
  readonly request: JsonObject
  /** Index of the reply in the transcript. */
  readonly at: number
  readonly reply: Message
  readonly time?: Millis
  readonly billed?: Billed
}

/** `more`: whatever else the requests are to carry, such as `thinking`. */
export type RequestOptions = { readonly model?: string; readonly maxOutput?: number; readonly more?: JsonObject }

/**
 * The requests of a session, one for each of the assistant's messages. Wire messages are written once and shared between
 * requests, as a caller that appends to one list does.
 */
export function* requestsOf(
  transcript: Transcript,
  wire: ReplayWire,
  options: RequestOptions = {},
): Generator<Replayed> {
  const codec = codecs[wire]
  const bare = bareRequest(transcript, wire, options)
  const lead = codec.encode({ ...(transcript.system ? { system: transcript.system } : {}), messages: [] }, bare)
  const written = [...(lead['messages'] as readonly Json[])]
  const usage = new Map(transcript.usage.map(({ at, billed }) => [at, billed]))
  let from = 0
  for (const [at, reply] of transcript.messages.entries()) {
    if (reply.role !== 'assistant') continue
    written.push(...encoded(codec, transcript.messages.slice(from, at), bare))
    from = at
    if (transcript.messages[at - 1]?.role === 'assistant') continue
    const time = transcript.times[at]
    const billed = usage.get(at)
    yield {
      request: { ...lead, ...options.more, messages: [...written] },
      at,
      reply,
      ...(time === undefined ? {} : { time }),
      ...(billed === undefined ? {} : { billed }),
    }
  }
}

const codecs = { anthropic, 'openai-chat': openaiChat } as unknown as { readonly [W in ReplayWire]: Codec<JsonObject> }
const REQUEST: Message = { role: 'user', blocks: [{ type: 'text', text: '…' }] }

/** A run of messages by itself: no codec looks across the border of a reply and what answers it. */
function encoded(codec: Codec<JsonObject>, messages: readonly Message[], bare: JsonObject): readonly Json[] {
  const rendered: Rendered = { messages: [REQUEST, ...messages] }
  return (codec.encode(rendered, bare)['messages'] as readonly Json[]).slice(1)
}

function bareRequest(
  transcript: Transcript,
  wire: ReplayWire,
  { model, maxOutput = 4_096 }: RequestOptions,
): JsonObject {
  const schema = { type: 'object' }
  if (wire === 'anthropic') {
    const tools = transcript.tools.map((name) => ({ name, input_schema: schema }))
    return {
      model: model ?? 'claude-opus-4-5',
      max_tokens: maxOutput,
      ...(tools.length > 0 ? { tools } : {}),
      messages: [],
    }
  }
  const tools = transcript.tools.map((name) => ({ type: 'function', function: { name, parameters: schema } }))
  return {
    model: model ?? 'gpt-5.2',
    max_completion_tokens: maxOutput,
    ...(tools.length > 0 ? { tools } : {}),
    messages: [],
  }
}
